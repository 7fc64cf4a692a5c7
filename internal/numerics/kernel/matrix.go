package kernel

import "unsafe"

// Matrix is a dense matrix [rows×cols], row-major, each row padded to whole
// cache lines, with the canonical operations of a projection: what the rows
// receive from x, and how they change. What stands in the padding does not count.
type Matrix struct {
	rows, cols, stride int
	w                  []float64 // [rows×stride]
	sums               []float64 // [rows×4], the partial sums of a Forward, and more for whole blocks of four rows
}

// tileColumns is how many columns are worked on at a time: few enough for the
// factors of a tile's columns to stay in the nearest cache while the rows pass.
const tileColumns = 512

// MostKept is the largest number of elements of a matrix that measures keep for their next use: steps
// between those of a larger circuit take longer than to make it anew.
const MostKept = 1 << 17

// NewMatrix returns a matrix of zeros.
func NewMatrix(rows, cols int) *Matrix {
	stride := Stride(cols)
	return &Matrix{rows: rows, cols: cols, stride: stride, w: Aligned(rows * stride), sums: Aligned((rows + 3) / 4 * 16)}
}

// Reshape makes the matrix one of another shape and of any content, in the same memory if that is enough.
func (m *Matrix) Reshape(rows, cols int) {
	numbers, sums := rows*Stride(cols), (rows+3)/4*16
	if cap(m.w) < numbers || cap(m.sums) < sums {
		*m = *NewMatrix(rows, cols)
		return
	}
	*m = Matrix{rows: rows, cols: cols, stride: Stride(cols), w: m.w[:numbers], sums: m.sums[:sums]}
}

// Len returns the number of rows.
func (m *Matrix) Len() int { return m.rows }

// Cols returns the number of columns.
func (m *Matrix) Cols() int { return m.cols }

// Row returns row i [cols] as the matrix's own memory.
func (m *Matrix) Row(i int) []float64 {
	start := i * m.stride
	return m.w[start : start+m.cols : start+m.cols]
}

// At returns where element j of row i is in Padded.
func (m *Matrix) At(i, j int) int { return i*m.stride + j }

// Rows returns the rows from … end−1 with their partial sums, in the same memory.
func (m *Matrix) Rows(from, end int) Matrix {
	return Matrix{rows: end - from, cols: m.cols, stride: m.stride, w: m.w[from*m.stride : end*m.stride], sums: m.sums[4*from:]}
}

// Padded returns all rows with their padding [rows×stride] and the stride, as the
// matrix's own memory.
func (m *Matrix) Padded() (w []float64, stride int) { return m.w, m.stride }

// Sums returns the partial sums that the last Forward or UpdateForward has left,
// four for each row [rows×4, and more for whole blocks of four rows], as the matrix's
// own memory.
func (m *Matrix) Sums() []float64 { return m.sums }

// Total sets dst [rows] to what the partial sums of each row add up to.
func (m *Matrix) Total(dst []float64) {
	for i := range dst {
		s := (*[4]float64)(m.sums[4*i:])
		dst[i] = total(s[0], s[1], s[2], s[3])
	}
}

// Forward finds the canonical dot products of the rows with x [cols], up to their
// partial sums: see Total.
func (m *Matrix) Forward(x []float64) {
	for from := 0; from < m.cols; from += tileColumns {
		cols := min(tileColumns, m.cols-from)
		forwardTile(m.w[from:], m.rows, cols, m.stride, x[from:from+cols], m.sums, from)
	}
}

// ForwardFrom is Forward of the columns from one on with x, which is as long as they are many.
func (m *Matrix) ForwardFrom(first int, x []float64) {
	part := Matrix{rows: m.rows, cols: m.cols - first, stride: m.stride, w: m.w[first:], sums: m.sums}
	part.Forward(x)
}

// ForwardRow is Forward for row i alone.
func (m *Matrix) ForwardRow(i int, x []float64) {
	for from := 0; from < m.cols; from += tileColumns {
		cols := min(tileColumns, m.cols-from)
		forwardTile(m.w[i*m.stride+from:], 1, cols, m.stride, x[from:from+cols], m.sums[4*i:], from)
	}
}

// Update changes every weight by its endpoints' drives, each row keeping the
// fraction keep[i] of its weights: see Changed. keep and postDrive are [rows],
// preDrive is [cols].
func (m *Matrix) Update(keep, postDrive, preDrive []float64) {
	for from := 0; from < m.cols; from += tileColumns {
		cols := min(tileColumns, m.cols-from)
		updateTile(m.w[from:], m.rows, cols, m.stride, keep[:m.rows], postDrive[:m.rows], preDrive[from:from+cols])
	}
}

// UpdateForward is Update and then Forward, in one pass over the weights.
func (m *Matrix) UpdateForward(x, keep, postDrive, preDrive []float64) {
	for from := 0; from < m.cols; from += tileColumns {
		cols := min(tileColumns, m.cols-from)
		updateForwardTile(m.w[from:], m.rows, cols, m.stride,
			keep[:m.rows], postDrive[:m.rows], preDrive[from:from+cols], x[from:from+cols], m.sums, from)
	}
}

// UpdateDecay changes every weight by its endpoints' drives and decays: see Keep
// and Changed. postDecay and postDrive are [rows], preDrive and preDecay [cols].
func (m *Matrix) UpdateDecay(postDecay, postDrive, preDrive, preDecay []float64) {
	for from := 0; from < m.cols; from += tileColumns {
		cols := min(tileColumns, m.cols-from)
		updateDecayTile(m.w[from:], m.rows, cols, m.stride,
			postDecay[:m.rows], postDrive[:m.rows], preDrive[from:from+cols], preDecay[from:from+cols])
	}
}

// UpdateDecayForward is UpdateDecay and then Forward, in one pass over the weights.
func (m *Matrix) UpdateDecayForward(x, postDecay, postDrive, preDrive, preDecay []float64) {
	for from := 0; from < m.cols; from += tileColumns {
		to := min(from+tileColumns, m.cols)
		updateDecayForwardTile(m.w[from:], m.rows, to-from, m.stride, postDecay[:m.rows], postDrive[:m.rows],
			preDrive[from:to], preDecay[from:to], x[from:to], m.sums, from)
	}
}

// Line is the number of float64s in a cache line of 64 bytes.
const Line = 8

// Stride returns n rounded up to whole cache lines: the distance between the
// rows of a padded matrix with n columns.
func Stride(n int) int { return (n + Line - 1) / Line * Line }

// Aligned returns n zeros whose first element begins a cache line.
func Aligned(n int) []float64 {
	s := make([]float64, n+Line-1)
	skip := 0
	if n > 0 {
		if over := int(uintptr(unsafe.Pointer(unsafe.SliceData(s)))/8) % Line; over != 0 {
			skip = Line - over
		}
	}
	return s[skip : skip+n : skip+n]
}

// Vector returns n zeros that begin a cache line and are followed by zeros to
// the end of another.
func Vector(n int) []float64 { return Aligned(Stride(n))[:n] }
