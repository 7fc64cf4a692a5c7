package stimulus

import (
	"slices"

	"twophase/internal/kernel"
)

// Suspicious is an input that is probably no measurement, and why: an index, a time or a
// subject number is often read as data by mistake.
type Suspicious struct {
	Input      int
	Increasing bool    // each value is above the one before it
	Share      float64 // of the total variance, if that is most of it; else 0
}

const (
	fewRows      = 10   // values in increasing order that chance would hardly make
	mostVariance = 0.5  // share of the total variance that is most of it,
	beyondOthers = 10.0 // if it is this many times that of any other input
)

// Suspicious returns the columns that were probably not meant as inputs.
func (s *Summary) Suspicious() (found []Suspicious) {
	if s.Inputs < 3 {
		return nil
	}
	total, second, largest := 0.0, 0.0, 0
	for i := range s.Variances {
		total += s.Variances[i]
		if s.Variances[i] > s.Variances[largest] {
			largest = i
		}
	}
	for i, v := range s.Variances {
		if i != largest {
			second = max(second, v)
		}
	}
	share := 0.0
	if v := s.Variances[largest]; v > mostVariance*total && v > beyondOthers*second {
		share = v / total
	}
	for i := range s.Inputs {
		one := Suspicious{Input: i, Increasing: s.Rows >= fewRows && slices.Contains(s.increasing, i)}
		if i == largest {
			one.Share = share
		}
		if one.Increasing || one.Share > 0 {
			found = append(found, one)
		}
	}
	return found
}

// Constant returns the inputs that have one value in all stimuli.
func (s *Summary) Constant() []int { return s.constant }

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
