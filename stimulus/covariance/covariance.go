package covariance

import "twophase/internal/numerics/kernel"

// Matrix is a symmetric matrix G [N×N] of second moments: a covariance, or one about zero.
type Matrix struct {
	n       int
	entries []float64 // [N×N], row-major

	broken bool // while stimuli are added: a number was not whole, or not small
}

// New returns zeros [N×N].
func New(n int) *Matrix {
	return &Matrix{n: n, entries: kernel.Aligned(n * n)}
}

// Inputs returns N.
func (c *Matrix) Inputs() int { return c.n }

// At returns G_ij.
func (c *Matrix) At(i, j int) float64 { return c.Row(i)[j] }

// Row returns row i [N]. It is not copied: a change of it changes the matrix.
func (c *Matrix) Row(i int) []float64 { return c.entries[i*c.n : (i+1)*c.n] }

// Entries returns the entries [N×N], row-major. They are not copied and must not
// be changed.
func (c *Matrix) Entries() []float64 { return c.entries }

// Trace returns Σ_i G_ii, the total variance.
func (c *Matrix) Trace() float64 {
	trace := 0.0
	for i := range c.n {
		trace += c.At(i, i)
	}
	return trace
}

// Divide divides all entries by a number.
func (c *Matrix) Divide(by float64) {
	for i := range c.entries {
		c.entries[i] /= by
	}
}

// Mirror copies the upper triangle to the lower one.
func (c *Matrix) Mirror() {
	for i := range c.n {
		for j := range i {
			c.Row(i)[j] = c.Row(j)[i]
		}
	}
}
