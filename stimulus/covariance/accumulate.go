package covariance

import (
	"sync"

	"twophase/internal/numerics/kernel"
)

// addedRows is the number of stimuli that are added to the second moments at a time.
const addedRows = kernel.WholeRows

// nearRows is how many of them are added together if their numbers are not whole: that many columns of
// a part fit into half of a first-level cache.
const nearRows = 64

// Addends is stimuli that are added to second moments together.
type Addends struct {
	Rows  [][]float64   // the stimuli [addedRows×N]
	whole *kernel.Whole // the rows, if their numbers are small and whole, as those of images
	near  *nearAddends  // nil until a number is not
}

// nearAddends is nearRows of the rows of Addends.
type nearAddends struct {
	columns *kernel.Columns // the rows
	byInput []float64       // [N×nearRows], the rows input by input
}

// NewAddends returns room for stimuli of n inputs, as many as are added at a time.
func NewAddends(n int) *Addends {
	b := &Addends{whole: kernel.NewWhole(n)}
	for range addedRows {
		b.Rows = append(b.Rows, kernel.Aligned(n))
	}
	return b
}

// Accumulate adds Σ_t x_t x_tᵀ to the upper triangle, for the first of some stimuli in their
// order: c_ij ← FMA(x_ti, x_tj, c_ij). What it leaves below the diagonal has no meaning. Each row
// belongs to one worker, so that the result does not depend on how many there are. Sums of whole
// numbers are exact in any order: of 2²⁹ rows they are below 2⁵³.
func (c *Matrix) Accumulate(b *Addends, filled, workers int) {
	for _, x := range b.Rows[filled:] {
		clear(x)
	}
	if c.broken = c.broken || !b.whole.Set(b.Rows); !c.broken {
		c.addParts(workers, b.whole.Add)
		return
	}
	if b.near == nil {
		b.near = &nearAddends{kernel.NewColumns(c.n, nearRows), kernel.Aligned(c.n * nearRows)}
	}
	for from := 0; from < filled; from += nearRows {
		b.near.set(b.Rows[from : from+nearRows])
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
func (c *Matrix) addParts(workers int, add func(row []float64, from, i int)) {
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			for from := 0; from < c.n; from += kernel.PartLength {
				for i := w; i < min(from+kernel.PartLength, c.n); i += workers {
					add(c.Row(i), from, i)
				}
			}
		})
	}
	group.Wait()
}
