package stimulus

import (
	"fmt"
	"math"
)

// Affine centers and scales: it returns a source of the stimuli (x − mean)·scale, a Seekable
// if the source is one. A nil mean [N] stands for zeros. It panics if the mean does not fit the
// source or the scale is not finite.
func Affine(source Source, mean []float64, scale float64) Source {
	if mean == nil {
		mean = make([]float64, source.Inputs())
	}
	if len(mean) != source.Inputs() {
		panic(fmt.Sprintf("stimulus: Affine with a mean of %d inputs for a source of %d", len(mean), source.Inputs()))
	}
	if math.IsNaN(scale) || math.IsInf(scale, 0) {
		panic(fmt.Sprintf("stimulus: Affine with scale %g", scale))
	}
	a := &affine{source, mean, scale}
	if s, ok := source.(Seekable); ok {
		return &seekableAffine{a, s}
	}
	return a
}

type affine struct {
	Source
	mean  []float64
	scale float64
}

func (a *affine) Next(x []float64) error {
	if err := a.Source.Next(x); err != nil {
		return err
	}
	for i, m := range a.mean {
		x[i] = float64((x[i] - m) * a.scale)
	}
	return nil
}

type seekableAffine struct {
	*affine
	source Seekable
}

func (a *seekableAffine) Step() uint64           { return a.source.Step() }
func (a *seekableAffine) Seek(step uint64) error { return a.source.Seek(step) }
