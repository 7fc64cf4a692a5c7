package measure

import (
	"math"

	"twophase/internal/text/wording"
)

// Subspace returns the subspace error of a circuit with k outputs: the mean of sin²θ over
// the k principal angles θ, ‖P̂ − P‖_F²/2k, from 0 to 1. Unlike E_Pro, it does not depend
// on the scale and the rotation of the rows of Û_K.
func (m Measures) Subspace(k int) wording.Number { return subspaceError(float64(m.ProjectorError), k) }

func subspaceError(projector float64, k int) wording.Number {
	return wording.Number(float64(projector*projector) / float64(2*k))
}

// LargestAngle returns the largest principal angle in radians, NaN if none is known.
func (m Measures) LargestAngle() wording.Number {
	if len(m.Angles) == 0 {
		return wording.NaN
	}
	return m.Angles[len(m.Angles)-1]
}

// MeanAlignment returns the mean and the smallest |cos| of an output and its component.
// Both are NaN if there are none, or if one is not defined.
func (m Measures) MeanAlignment() (mean, worst wording.Number) { return meanWorst(m.Alignment) }

func meanWorst(alignment []wording.Number) (mean, worst wording.Number) {
	if len(alignment) == 0 {
		return wording.NaN, wording.NaN
	}
	var sum float64
	least := math.Inf(1)
	for _, a := range alignment {
		sum += float64(a)
		least = min(least, float64(a))
	}
	return wording.Number(sum / float64(len(alignment))), wording.Number(least)
}
