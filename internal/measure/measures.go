package measure

import (
	"fmt"
	"math"
	"slices"

	"twophase/circuit"
	"twophase/internal/text/wording"
)

// Subspace returns the subspace error of a circuit with k outputs: the mean of sin²θ over
// the k principal angles θ, ‖P̂ − P‖_F²/2k, from 0 to 1. Unlike E_Pro, it does not depend
// on the scale and the rotation of the rows of Û_K.
func (m Measures) Subspace(k int) wording.Number {
	return wording.Number(float64(m.ProjectorError*m.ProjectorError) / float64(2*k))
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
func (m Measures) MeanAlignment() (mean, worst wording.Number) {
	if len(m.Alignment) == 0 {
		return wording.NaN, wording.NaN
	}
	var sum float64
	least := math.Inf(1)
	for _, a := range m.Alignment {
		sum += float64(a)
		least = min(least, float64(a))
	}
	return wording.Number(sum / float64(len(m.Alignment))), wording.Number(least)
}

// explain adds the reasons why measures that could be expected are not known. The
// reference may be nil. M may be singular.
func (m *Measures) explain(r *Reference, c *circuit.Circuit, singular bool) {
	because := func(n wording.Number, format string, values ...any) {
		if !n.Finite() {
			m.NotKnown = append(m.NotKnown, fmt.Sprintf(format, values...))
		}
	}
	if r != nil {
		gains := c.Outputs().Gains()
		least, most := slices.Min(gains), slices.Max(gains)
		because(m.Error, "the error E_Pro is not known: the estimate of the subspace, which is read off the filter by the gains, from %.3g to %.3g, is not finite, or its squares are not", least, most)
		because(m.ProjectorError, "the projector error and the angles are not known: the estimate of the subspace is not finite")
		if r.Covariance != nil && c.Spec().Network.HasTarget() {
			because(m.OutputCovariance, "the output covariance error is not known: the covariance of the outputs or its target, with gains from %.3g to %.3g, is 0 or not finite in double precision", least, most)
		}
	}
	if !c.SettlesByM() || !hasLateral(c) {
		return // the settling error and the spectral radius are those of W and M
	}
	because(m.SpectralRadius, "the spectral radius is not known: M_d⁻¹M_o is not finite")
	if singular {
		because(m.SettlingError, "the settling error is not known: M is singular, or as good as that in double precision, so that there is nothing to settle to")
	} else {
		because(m.SettlingError, "the settling error is not known: the settled outputs M⁻¹Wx are 0 or not finite in double precision")
	}
}
