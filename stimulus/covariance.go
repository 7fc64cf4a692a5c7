package stimulus

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"twophase/internal/kernel"
)

// Covariance is a symmetric matrix G [N×N] of second moments.
type Covariance struct {
	n       int
	entries []float64 // [N×N], row-major

	broken bool // while stimuli are added: a number was not whole, or not small
}

func newCovariance(n int) *Covariance {
	return &Covariance{n: n, entries: kernel.Aligned(n * n)}
}

// Inputs returns N.
func (c *Covariance) Inputs() int { return c.n }

// At returns G_ij.
func (c *Covariance) At(i, j int) float64 { return c.row(i)[j] }

// Matrix returns the entries [N×N], row-major. They are not copied and must not
// be changed.
func (c *Covariance) Matrix() []float64 { return c.entries }

// Trace returns Σ_i G_ii, the total variance.
func (c *Covariance) Trace() float64 {
	trace := 0.0
	for i := range c.n {
		trace += c.At(i, i)
	}
	return trace
}

// TopEigenvalue returns the largest eigenvalue in canonical arithmetic: it has the same
// bits on every machine. It is 0 for a matrix of zeros.
func (c *Covariance) TopEigenvalue() float64 { return topEigenvalue(c) }

// Principal returns the k largest eigenvalues, in descending order, and their eigenvectors as
// the columns of a matrix [N×k], row-major: the reference principal components. The component of
// largest magnitude of each eigenvector is positive. They are good to a tolerance only, as their
// bits depend on the machine. It takes a time of order N²k for a few components of many inputs
// (by the block Krylov method, with a bound on the error), and of order N³ otherwise.
func (c *Covariance) Principal(k int) (values, vectors []float64, err error) {
	if k < 1 || k > c.n {
		return nil, nil, fmt.Errorf("no %d principal components of %d inputs: ask for 1 to %d", k, c.n, c.n)
	}
	if c.n > wholeInputs && 8*k < c.n {
		if values, rows, ok := c.leadingComponents(k); ok {
			vectors = make([]float64, c.n*k)
			for j, row := range rows {
				sign := signOfLargest(mat.NewVecDense(c.n, row))
				for i, v := range row {
					vectors[i*k+j] = sign * v
				}
			}
			return values, vectors, nil
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(c.n, c.entries), true) {
		return nil, nil, fmt.Errorf("finding the principal components of a covariance of %d inputs: the eigenvalues did not converge", c.n)
	}
	var all mat.Dense
	eigen.VectorsTo(&all)
	ascending := eigen.Values(nil)
	values, vectors = make([]float64, k), make([]float64, c.n*k)
	for j := range k {
		column := c.n - 1 - j
		values[j] = ascending[column]
		sign := signOfLargest(all.ColView(column))
		for i := range c.n {
			vectors[i*k+j] = sign * all.At(i, column)
		}
	}
	return values, vectors, nil
}

// Eigenvalues returns all eigenvalues in descending order, to a tolerance as those of Principal.
func (c *Covariance) Eigenvalues() ([]float64, error) {
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(c.n, c.entries), false) {
		return nil, fmt.Errorf("finding the eigenvalues of a covariance of %d inputs: they did not converge", c.n)
	}
	values := eigen.Values(nil)
	slices.Reverse(values)
	return values, nil
}

// signOfLargest returns the sign of the component of largest magnitude, ±1.
func signOfLargest(v mat.Vector) float64 {
	largest := 0.0
	for i := range v.Len() {
		if x := v.AtVec(i); math.Abs(x) > math.Abs(largest) {
			largest = x
		}
	}
	return math.Copysign(1, largest)
}

func (c *Covariance) row(i int) []float64 { return c.entries[i*c.n : (i+1)*c.n] }

// addedRows is the number of stimuli that are added to the second moments at a time.
const addedRows = kernel.WholeRows

// nearRows is how many of them are added together if their numbers are not whole: that many columns of
// a part fit into half of a first-level cache.
const nearRows = 64

// addends is stimuli that are added to second moments together.
type addends struct {
	rows  [][]float64   // [addedRows×N]
	whole *kernel.Whole // the rows, if their numbers are small and whole, as those of images
	near  *nearAddends  // nil until a number is not
}

// nearAddends is nearRows of the rows of addends.
type nearAddends struct {
	columns *kernel.Columns // the rows
	byInput []float64       // [N×nearRows], the rows input by input
}

func newAddends(n int) *addends {
	b := &addends{whole: kernel.NewWhole(n)}
	for range addedRows {
		b.rows = append(b.rows, kernel.Aligned(n))
	}
	return b
}

// accumulate adds Σ_t x_t x_tᵀ to the upper triangle, for the first of some stimuli in their
// order: c_ij ← FMA(x_ti, x_tj, c_ij). What it leaves below the diagonal has no meaning. Each row
// belongs to one worker, so that the result does not depend on how many there are. Sums of whole
// numbers are exact in any order: of 2²⁹ rows they are below 2⁵³.
func (c *Covariance) accumulate(b *addends, filled, workers int) {
	for _, x := range b.rows[filled:] {
		clear(x)
	}
	if c.broken = c.broken || !b.whole.Set(b.rows); !c.broken {
		c.addParts(workers, b.whole.Add)
		return
	}
	if b.near == nil {
		b.near = &nearAddends{kernel.NewColumns(c.n, nearRows), kernel.Aligned(c.n * nearRows)}
	}
	for from := 0; from < filled; from += nearRows {
		b.near.set(b.rows[from : from+nearRows])
		c.addParts(workers, b.near.add)
	}
}

// set sets the rows.
func (b *nearAddends) set(rows [][]float64) {
	for t, x := range rows {
		b.columns.SetColumn(t, x)
		for i, v := range x {
			b.byInput[i*nearRows+t] = v
		}
	}
}

// add adds the products of input i with a part of the inputs.
func (b *nearAddends) add(row []float64, from, i int) {
	b.columns.AddPart(row, from, b.byInput[i*nearRows:(i+1)*nearRows])
}

// addParts lets workers add to each row i what add adds to its part from an input on.
func (c *Covariance) addParts(workers int, add func(row []float64, from, i int)) {
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			for from := 0; from < c.n; from += kernel.PartLength {
				for i := w; i < min(from+kernel.PartLength, c.n); i += workers {
					add(c.row(i), from, i)
				}
			}
		})
	}
	group.Wait()
}

// divide divides all entries by a number.
func (c *Covariance) divide(by float64) {
	for i := range c.entries {
		c.entries[i] /= by
	}
}

// mirror copies the upper triangle to the lower one.
func (c *Covariance) mirror() {
	for i := range c.n {
		for j := range i {
			c.row(i)[j] = c.row(j)[i]
		}
	}
}
