package kernel

// Matrix is a dense matrix [rows×cols], row-major, each row padded to whole
// cache lines, with the canonical operations of a projection: what the rows
// receive from x, and how they change. The padding is never read nor written.
type Matrix struct {
	rows, cols, stride int
	w                  []float64 // [rows×stride]
	sums               []float64 // [rows×4], the partial sums of a Forward, and more for whole blocks of four rows
}

// tileColumns is how many columns are worked on at a time: few enough for the
// factors of a tile's columns to stay in the nearest cache while the rows pass.
const tileColumns = 512

// NewMatrix returns a matrix of zeros.
func NewMatrix(rows, cols int) *Matrix {
	stride := Stride(cols)
	return &Matrix{rows: rows, cols: cols, stride: stride, w: Aligned(rows * stride), sums: Aligned((rows + 3) / 4 * 16)}
}

// Row returns row i [cols] as the matrix's own memory.
func (m *Matrix) Row(i int) []float64 {
	start := i * m.stride
	return m.w[start : start+m.cols : start+m.cols]
}

// Whole returns all rows with their padding [rows×stride] and the stride, as the
// matrix's own memory.
func (m *Matrix) Whole() (w []float64, stride int) { return m.w, m.stride }

// Forward sets dst [rows] to the canonical dot products of the rows with x
// [cols]. dst must not be x.
func (m *Matrix) Forward(dst, x []float64) {
	m.ForwardSums(x)
	m.total(dst)
}

// ForwardSums is Forward up to the partial sums, which it returns: see TwoPhase.
// They last until the next operation.
func (m *Matrix) ForwardSums(x []float64) []float64 {
	for from := 0; from < m.cols; from += tileColumns {
		cols := min(tileColumns, m.cols-from)
		forwardTile(m.w[from:], m.rows, cols, m.stride, x[from:from+cols], m.sums, from)
	}
	return m.sums
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
func (m *Matrix) UpdateForward(dst, x, keep, postDrive, preDrive []float64) {
	for from := 0; from < m.cols; from += tileColumns {
		cols := min(tileColumns, m.cols-from)
		updateForwardTile(m.w[from:], m.rows, cols, m.stride,
			keep[:m.rows], postDrive[:m.rows], preDrive[from:from+cols], x[from:from+cols], m.sums, from)
	}
	m.total(dst)
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

// total adds the partial sums of every row.
func (m *Matrix) total(dst []float64) {
	for i := range dst {
		s := (*[4]float64)(m.sums[4*i:])
		dst[i] = total(s[0], s[1], s[2], s[3])
	}
}
