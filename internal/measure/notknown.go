package measure

import (
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/internal/text/wording"
)

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
