package measure

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/subspace"
	"twophase/internal/text/wording"
)

// Measures says how well a circuit does at one moment. A measure that is not defined, or
// that needs a missing reference, is NaN, and null in JSON.
type Measures struct {
	Error            wording.Number   `json:"e_pro"`                   // E_Pro(Û)
	ProjectorError   wording.Number   `json:"projector_error"`         // ‖P̂ − P‖_F
	Alignment        []wording.Number `json:"alignment"`               // |cos| of every component; with outputs in any order if the network finds components in any order
	Angles           []wording.Number `json:"principal_angles"`        // radians, ascending
	OutputCovariance wording.Number   `json:"output_covariance_error"` // relative, against Λ G_K Λ or Λ²
	SettlingError    wording.Number   `json:"settling_error"`          // ‖y − M⁻¹Wx‖/‖M⁻¹Wx‖, root mean square
	SpectralRadius   wording.Number   `json:"spectral_radius"`         // of M_d⁻¹M_o
	Ratio            wording.Number   `json:"lateral_ratio"`           // ‖M_o‖_F/‖M‖_F, of circuits that have an M_o
	NotKnown         []string         `json:"not_known,omitempty"`     // why measures that could be expected are not known
}

// unmeasured returns measures of which none is known.
func unmeasured() Measures {
	return Measures{
		Error: wording.NaN, ProjectorError: wording.NaN, OutputCovariance: wording.NaN,
		SettlingError: wording.NaN, SpectralRadius: wording.NaN, Ratio: wording.NaN,
	}
}

// Measure takes all measures. If the circuit is not known to be linear, the measures of
// its filter and of the truncated series of the neural phases are not defined. Measure
// returns an error if the circuit's neural phases fail.
func (r *Reference) Measure(c *circuit.Circuit) (Measures, error) {
	m, n, k := unmeasured(), c.Spec().Network, c.Outputs().Len()
	if !n.FindsPrincipal() {
		r = nil
	}
	filter, err := c.Filter()
	linear := !errors.Is(err, circuit.ErrNotLinear)
	switch {
	case linear && err != nil:
		return m, err
	case linear && r != nil:
		m = r.OfEstimate(c.Estimate(filter, r.Eigenvalues), n.Finds)
		if g := r.Covariance; g != nil && n.HasTarget() {
			m.OutputCovariance = wording.Number(subspace.OutputCovarianceError(filter, g, r.target(c)))
		}
	case r != nil:
		m.Alignment, m.Angles = wording.Numbers(unknown(k)), wording.Numbers(unknown(k))
	}
	lateral := mat.NewDense(k, k, c.M())
	m.Ratio = lateralRatio(c, lateral)
	switch {
	case linear:
		settles := false
		m.SettlingError, m.SpectralRadius, settles = r.health(c, filter, lateral, new(mat.Dense))
		m.explain(r, c, !settles)
	case n.FindsPrincipal():
		m.NotKnown = []string{"the circuit is not known to be linear, so that it has no filter: what is measured of that, and of the series that the neural phases cut short, is not known"}
	}
	return m, nil
}

// OfEstimate takes the measures of an estimate Û [N×K] of the top K eigenvectors. All others are
// not known.
func (r *Reference) OfEstimate(estimate *mat.Dense, finds circuit.Findings) Measures {
	m := unmeasured()
	projector, angles := subspace.ProjectorErrorAndAngles(estimate, r.Basis)
	m.Error, m.ProjectorError = wording.Number(subspace.ProcrustesError(estimate, r.Basis)), wording.Number(projector)
	m.Alignment, m.Angles = wording.Numbers(r.alignment(finds, estimate)), wording.Numbers(angles)
	return m
}

// unknown returns k numbers that are not defined.
func unknown(k int) []float64 {
	all := make([]float64, k)
	for i := range all {
		all[i] = math.NaN()
	}
	return all
}

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
