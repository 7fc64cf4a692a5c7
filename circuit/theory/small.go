package theory

import "math"

// Matrices of a few outputs are too small for BLAS, whose calls then cost more
// than their arithmetic. All are row-major without padding.

// smallOutputs is the largest K for which these are used.
const smallOutputs = 16

// product sets dst [k×n] to a bᵀ, with a [k×m] and b [n×m], four columns of dst
// at a time so that their sums stay in registers. If upper, only what is on or
// above the diagonal counts.
func product(dst, a, b []float64, k, m, n int, upper bool) {
	for i := range k {
		row, out := a[i*m:(i+1)*m], dst[i*n:(i+1)*n]
		j := 0
		if upper {
			j = i
		}
		for ; j+4 <= n; j += 4 {
			b0, b1, b2, b3 := b[j*m:][:len(row)], b[(j+1)*m:][:len(row)], b[(j+2)*m:][:len(row)], b[(j+3)*m:][:len(row)]
			var s0, s1, s2, s3 float64
			for c, v := range row {
				s0 += v * b0[c]
				s1 += v * b1[c]
				s2 += v * b2[c]
				s3 += v * b3[c]
			}
			out[j], out[j+1], out[j+2], out[j+3] = s0, s1, s2, s3
		}
		for ; j < n; j++ {
			b0, s := b[j*m:][:len(row)], 0.
			for c, v := range row {
				s += v * b0[c]
			}
			out[j] = s
		}
	}
}

// invert replaces a [k×k] by its inverse, by Gauss–Jordan elimination with
// partial pivoting in place; order is memory for k row numbers. It reports
// whether a is regular.
func invert(a []float64, k int, order []int) bool {
	for i := range k {
		pivot := i
		for r := i + 1; r < k; r++ {
			if math.Abs(a[r*k+i]) > math.Abs(a[pivot*k+i]) {
				pivot = r
			}
		}
		order[i] = pivot
		from := a[i*k : (i+1)*k]
		if pivot != i {
			for c, v := range a[pivot*k : (pivot+1)*k] {
				a[pivot*k+c], from[c] = from[c], v
			}
		}
		if from[i] == 0 {
			return false
		}
		inverse := 1 / from[i]
		from[i] = 1
		for c := range from {
			from[c] *= inverse
		}
		for r := range k {
			if r == i {
				continue
			}
			row := a[r*k:][:len(from)]
			f := row[i]
			row[i] = 0
			for c, v := range from {
				row[c] -= f * v
			}
		}
	}
	for i := k - 1; i >= 0; i-- { // columns, for the rows that changed places
		if p := order[i]; p != i {
			for r := range k {
				a[r*k+i], a[r*k+p] = a[r*k+p], a[r*k+i]
			}
		}
	}
	return true
}

// invertLower sets dst [k×k] to the inverse of the lower triangle of a [k×k] and its
// diagonal, which has no zeros.
func invertLower(dst, a []float64, k int) {
	clear(dst)
	for i := range k {
		row, inverse := dst[i*k:(i+1)*k], 1/a[i*k+i]
		row[i] = inverse
		for j, v := range a[i*k : i*k+i] {
			for c, u := range dst[j*k : j*k+j+1] {
				row[c] -= inverse * v * u
			}
		}
	}
}

// transpose sets dst [n×k] to the transpose of a [k×n].
func transpose(dst, a []float64, k, n int) {
	for i := range k {
		for j, v := range a[i*n : (i+1)*n] {
			dst[j*k+i] = v
		}
	}
}
