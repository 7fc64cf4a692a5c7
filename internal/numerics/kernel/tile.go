package kernel

// The routines of a tile: some columns of all rows of a padded matrix, w, whose
// rows are stride apart. This is the reference; on amd64 with AVX2 and FMA,
// assembly does the same four rows and four columns at a time, to the same bits
// (of what is not a number, only that it is not a number).
//
// sums [rows×4] holds the four partial sums of every row, between one tile and
// the next.

// forwardReference sets the sums to the products of a tile with x [cols] or, if
// there is more (not 0), adds to them.
func forwardReference(w []float64, rows, cols, stride int, x, sums []float64, more int) {
	for i := range rows {
		lanes := (*[4]float64)(sums[4*i:])
		var sum Sum
		if more != 0 {
			sum.lane = *lanes
		}
		sum.addAll(w[i*stride:][:cols], x)
		*lanes = sum.lane
	}
}

// updateReference changes the weights of a tile, of which row i keeps the
// fraction keep[i].
func updateReference(w []float64, rows, cols, stride int, keep, postDrive, preDrive []float64) {
	for i := range rows {
		changeRow(w[i*stride:][:cols], keep[i], postDrive[i], preDrive)
	}
}

// changeRow changes the weights of one row. It is a function of its own to keep
// its few numbers in registers.
//
//go:noinline
func changeRow(row []float64, keep, postDrive float64, preDrive []float64) {
	preDrive = preDrive[:len(row)]
	for j, w := range row {
		row[j] = Changed(w, keep, postDrive, preDrive[j])
	}
}

// updateForwardReference does as updateReference and then, with the new
// weights, as forwardReference.
func updateForwardReference(w []float64, rows, cols, stride int, keep, postDrive, preDrive, x, sums []float64, more int) {
	updateReference(w, rows, cols, stride, keep, postDrive, preDrive)
	forwardReference(w, rows, cols, stride, x, sums, more)
}

// updateDecayReference changes the weights of a tile, each of which decays by
// its own two endpoints.
func updateDecayReference(w []float64, rows, cols, stride int, postDecay, postDrive, preDrive, preDecay []float64) {
	for i := range rows {
		row, decay, drive := w[i*stride:][:cols], postDecay[i], postDrive[i]
		preDrive, preDecay := preDrive[:len(row)], preDecay[:len(row)]
		for j, wj := range row {
			row[j] = Changed(wj, Keep(decay, preDecay[j]), drive, preDrive[j])
		}
	}
}

// updateDecayForwardReference does as updateDecayReference and then, with the new
// weights, as forwardReference.
func updateDecayForwardReference(w []float64, rows, cols, stride int, postDecay, postDrive, preDrive, preDecay, x, sums []float64, more int) {
	updateDecayReference(w, rows, cols, stride, postDecay, postDrive, preDrive, preDecay)
	forwardReference(w, rows, cols, stride, x, sums, more)
}
