package kernel

// Columns is a matrix U [n×r] of which linear combinations of the columns are
// formed. It is stored as panels, some elements of all columns, in the order in
// which Combine reads it.
//
// A panel is 32 elements long; what then remains of the columns makes up one
// panel each of 16, 8 and 4 elements, as far as it reaches, and the last 1 to 3
// elements are a panel of 4.
type Columns struct {
	n, r   int
	panels []float64
}

// NewColumns returns r columns of n zeros.
func NewColumns(n, r int) *Columns {
	return &Columns{n, r, Aligned((n + 3) / 4 * 4 * r)}
}

// PartLength is the length of the parts of AddPart.
const PartLength = 32

// panelLength returns the length of the next panel when n elements are left.
func panelLength(n int) int {
	length := PartLength
	for length > 4 && length > n {
		length /= 2
	}
	return length
}

// SetColumn sets column k to u [n].
func (c *Columns) SetColumn(k int, u []float64) {
	c.each(k, len(u), func(part []float64, at int) { copy(part, u[at:]) })
}

// Column copies column k to u [n].
func (c *Columns) Column(u []float64, k int) {
	c.each(k, len(u), func(part []float64, at int) { copy(u[at:], part) })
}

// each visits the parts of column k, with the element at which a part begins.
func (c *Columns) each(k, n int, visit func(part []float64, at int)) {
	if n != c.n || k < 0 || k >= c.r {
		panic("kernel: no such column, or a vector of another length")
	}
	for at := 0; at < n; {
		length := panelLength(n - at)
		first := at*c.r + k*length
		visit(c.panels[first:first+min(length, n-at)], at)
		at += length
	}
}

// cachedNumbers is how much of the panels, half of a first-level cache, several
// combinations use before the next part is fetched.
const cachedNumbers = 2048

// Combine sets each vector x [n] of dst to
//
//	a·z + Σ_k c_k·u_k
//
// with its z [n] and its c [r]. The product with a is rounded; the columns are
// added in their order, each addition fused.
func (c *Columns) Combine(dst [][]float64, a float64, z, coefficients [][]float64) {
	for s, x := range dst {
		if min(len(x), len(z[s])) < c.n || len(coefficients[s]) < c.r {
			panic("kernel: a vector is shorter than the columns, or lacks coefficients")
		}
	}
	step := max(cachedNumbers/max(c.r, 1)/32, 1) * 32
	for from := 0; from < c.n; from += step {
		combineVectors(dst, a, z, coefficients, from, min(from+step, c.n), c.r, c.panels[from*c.r:])
	}
}

// combineEach combines the elements from … to−1 of each vector by itself.
func combineEach(dst [][]float64, a float64, z, coefficients [][]float64, from, to, r int, panels []float64) {
	for s, x := range dst {
		combinePanels(x[from:to], a, z[s][from:to], coefficients[s][:r], panels)
	}
}

// AddPart adds Σ_k c_k·u_k to a part of a vector x [n], with c [r]: to the elements from the
// given one, a multiple of PartLength, at most PartLength of them. Additions are made as in
// Combine.
func (c *Columns) AddPart(x []float64, from int, coefficients []float64) {
	part := x[from:min(from+PartLength, c.n)]
	combinePanels(part, 1, part, coefficients[:c.r], c.panels[from*c.r:])
}

// combineReference combines the columns in panels in plain Go.
func combineReference(dst []float64, a float64, z, c, panels []float64) {
	for len(dst) > 0 {
		length := panelLength(len(dst))
		part := dst[:min(length, len(dst))]
		scaleReference(part, a, z)
		for _, ck := range c {
			axpyReference(part, ck, panels)
			panels = panels[length:]
		}
		dst, z = dst[len(part):], z[len(part):]
	}
}
