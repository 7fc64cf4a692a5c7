package kernel

import "sync"

// View returns numbers [rows×cols] whose rows are stride apart as a matrix, in their own memory.
func View(w []float64, rows, cols, stride int) Matrix {
	return Matrix{rows: rows, cols: cols, stride: stride, w: w}
}

// Multiply sets dst [p×q] to A·B. Each element is the canonical dot product of a row of A [p×n] and a
// column of B [n×q]: see Dot. None of them is empty, and dst shares no memory with the others.
func Multiply(dst, a, b *Matrix) {
	checkProduct(dst, a.rows, a.cols, b)
	multiplyBy(dst, a.w, a.stride, 1, b)
}

// MultiplyTransposed is Multiply for AᵀB, with A [n×p].
func MultiplyTransposed(dst, a, b *Matrix) {
	checkProduct(dst, a.cols, a.rows, b)
	multiplyBy(dst, a.w, 1, a.stride, b)
}

// CombineRows sets each row of dst [p×q] to a linear combination of the rows of B [n×q], with a row of
// A [p×n] for its coefficients. From zero on the rows are added in their order, each addition fused.
// None of them is empty, and dst shares no memory with the others.
func CombineRows(dst, a, b *Matrix) {
	checkProduct(dst, a.rows, a.cols, b)
	if b.rows*b.stride <= longProduct*Line {
		combineRows(dst, a.w, a.stride, 1, b, false)
		return
	}
	memory := products.Get().(*Matrix)
	defer products.Put(memory)
	for from := 0; from < b.cols; from += PartLength {
		memory.Reshape(b.rows, min(PartLength, b.cols-from))
		for k := range b.rows {
			copy(memory.Row(k), b.Row(k)[from:])
		}
		part := View(dst.w[from:], dst.rows, memory.cols, dst.stride)
		combineRows(&part, a.w, a.stride, 1, memory, false)
	}
}

// checkProduct panics unless a matrix [p×n] times B fits dst, and none of them is empty.
func checkProduct(dst *Matrix, p, n int, b *Matrix) {
	if n != b.rows || dst.rows != p || dst.cols != b.cols || p*n*b.cols == 0 {
		panic("kernel: matrices whose shapes do not fit")
	}
}

// SquareColumns sets the first numbers of sums [4×cols] to the canonical dot products of the columns of A,
// without padding, with themselves.
func SquareColumns(sums []float64, a *Matrix) {
	k, all := a.cols, a.w[:a.rows*a.cols]
	sums = sums[:4*k]
	for clear(sums); len(all) > 0; all = all[min(4*k, len(all)):] { // four rows, one for each partial sum
		addSquares(sums[:min(4*k, len(all))], all)
	}
	for j := range k {
		sums[j] = total(sums[j], sums[k+j], sums[2*k+j], sums[3*k+j])
	}
}

// Beyond longProduct rows of B, or as many cache lines, a product is made in parts that stay in the cache: of
// nearRows rows, or of PartLength columns.
const longProduct, nearRows = 512, 128

// products is the memory of long products.
var products = sync.Pool{New: func() any { return NewMatrix(1, 1) }}

// multiplyBy finds the products of Multiply. Element k of row i of A is i·row + k·step numbers behind the first.
func multiplyBy(dst *Matrix, a []float64, row, step int, b *Matrix) {
	if b.rows <= longProduct {
		multiply(dst, a, row, step, b)
		return
	}
	// Each partial sum is a combination of every fourth row of B.
	memory := products.Get().(*Matrix)
	defer products.Put(memory)
	memory.Reshape(4*dst.rows, dst.cols)
	for from := 0; from < b.rows; from += nearRows {
		for lane := range 4 {
			sums, first := memory.Rows(lane*dst.rows, (lane+1)*dst.rows), from+lane
			if rows := (min(from+nearRows, b.rows) - first + 3) / 4; rows > 0 {
				part := View(b.w[first*b.stride:], rows, b.cols, 4*b.stride)
				combineRows(&sums, a[first*step:], row, 4*step, &part, from > 0)
			}
		}
	}
	for i := range dst.rows {
		s0, s1, s2, s3 := memory.Row(i), memory.Row(dst.rows+i), memory.Row(2*dst.rows+i), memory.Row(3*dst.rows+i)
		for j := range dst.cols {
			dst.Row(i)[j] = total(s0[j], s1[j], s2[j], s3[j])
		}
	}
}

// multiplyReference is multiplyBy in plain Go.
func multiplyReference(dst *Matrix, a []float64, row, step int, b *Matrix) {
	for i := range dst.rows {
		for j := range dst.cols {
			var sum Sum
			for k := range b.rows {
				sum.Add(k, a[i*row+k*step], b.w[k*b.stride+j])
			}
			dst.Row(i)[j] = sum.Total()
		}
	}
}

// combineRowsReference finds the combinations of CombineRows in plain Go or, if there is more, adds to what is in dst.
func combineRowsReference(dst *Matrix, a []float64, row, step int, b *Matrix, more bool) {
	for i := range dst.rows {
		if !more {
			clear(dst.Row(i))
		}
		for k := range b.rows {
			axpyReference(dst.Row(i), a[i*row+k*step], b.Row(k))
		}
	}
}
