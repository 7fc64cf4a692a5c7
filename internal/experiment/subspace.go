package experiment

import "math"

// Subspace returns the subspace error of a circuit with k outputs: the mean of sin²θ
// over the k principal angles θ, ‖P̂ − P‖_F²/2k, from 0 to 1. Unlike E_Pro, it sees
// neither the scale nor the rotation of the rows of Û_K.
func (m Measures) Subspace(k int) Number { return subspaceError(float64(m.ProjectorError), k) }

func subspaceError(projector float64, k int) Number {
	return Number(float64(projector*projector) / float64(2*k))
}

// MeanAlignment returns the mean and the worst |cos| of an output and its component;
// NaN where there are none, or one is not defined.
func (m Measures) MeanAlignment() (mean, worst Number) { return meanWorst(m.Alignment) }

func meanWorst(alignment []Number) (mean, worst Number) {
	if len(alignment) == 0 {
		return nan, nan
	}
	var sum float64
	least := math.Inf(1)
	for _, a := range alignment {
		sum += float64(a)
		least = min(least, float64(a))
	}
	return Number(sum / float64(len(alignment))), Number(least)
}
