package dataset

import (
	"slices"

	"twophase/internal/numerics/kernel"
)

// columnWatch follows single inputs of the stimuli.
type columnWatch struct {
	first, previous      []float64
	squares, sums        []float64 // of the differences to the first stimulus
	increasing, constant []int     // inputs that are so up to now
}

func newColumnWatch(n int) *columnWatch {
	w := &columnWatch{squares: kernel.Aligned(n), sums: kernel.Aligned(n)}
	for i := range n {
		w.increasing, w.constant = append(w.increasing, i), append(w.constant, i)
	}
	return w
}

// see takes note of the next stimulus.
func (w *columnWatch) see(x []float64) {
	if w.first == nil {
		w.first, w.previous = slices.Clone(x), slices.Clone(x)
		return
	}
	w.increasing = slices.DeleteFunc(w.increasing, func(i int) bool { return x[i] <= w.previous[i] })
	w.constant = slices.DeleteFunc(w.constant, func(i int) bool { return x[i] != w.first[i] })
	copy(w.previous, x)
	for i, v := range x {
		d := v - w.first[i]
		w.sums[i] += d
		w.squares[i] += float64(d * d)
	}
}

// variances returns the variance of each input.
func (w *columnWatch) variances(rows int) []float64 {
	for i, square := range w.squares {
		mean := w.sums[i] / float64(rows)
		w.squares[i] = max(0, square/float64(rows)-float64(mean*mean))
	}
	return w.squares
}
