package stimulus

import (
	"fmt"
	"io"
	"math"

	"twophase/internal/numerics/kernel"
)

// A Source yields one stimulus after another.
type Source interface {
	// Inputs returns N, the length of every stimulus.
	Inputs() int

	// Next fills x [N] with the next stimulus. It returns io.EOF after the
	// last one, and panics if x does not have length N. After an error the
	// contents of x are undefined.
	Next(x []float64) error
}

// A Seekable is a Source that can continue from any stimulus, as resuming a run needs.
// Stimuli are counted from 1.
type Seekable interface {
	Source

	// Step returns the number of the last stimulus, 0 before the first one.
	Step() uint64

	// Seek makes the source continue as if it had just yielded stimulus number step: the
	// next one is number step+1.
	Seek(step uint64) error
}

// First returns a source of the next n stimuli of another source.
func First(source Source, n uint64) Source {
	return &limited{source, n}
}

type limited struct {
	Source
	left uint64
}

func (l *limited) Next(x []float64) error {
	if l.left == 0 {
		return io.EOF
	}
	if err := l.Source.Next(x); err != nil {
		return err
	}
	l.left--
	return nil
}

// CheckLength panics if x cannot hold a stimulus of n inputs, as Next of every Source does.
func CheckLength(x []float64, n int) {
	if len(x) != n {
		panic(fmt.Sprintf("stimulus: a vector of length %d for stimuli of %d inputs", len(x), n))
	}
}

// CheckFinite returns an error that names the first input that is not a finite number.
func CheckFinite(x []float64) error {
	if kernel.Finite(x) {
		return nil
	}
	for i, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("input %d is %g: stimuli must be finite numbers (inputs count from 0)", i, v)
		}
	}
	return nil
}

// Fill reads the next stimuli, as many as there is room for. It reports false at the
// end of the source.
func Fill(room [][]float64, source Source) (filled int, more bool, err error) {
	for _, x := range room {
		if err := source.Next(x); err == io.EOF {
			return filled, false, nil
		} else if err != nil {
			return filled, false, err
		}
		filled++
	}
	return filled, true, nil
}
