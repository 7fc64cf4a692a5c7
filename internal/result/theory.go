package result

import (
	"twophase/internal/number"
)

// Theory is the theory beside what was observed: the fixed point of the mean-field flow,
// the rates at which the linearised flow approaches it, and what the noise of online
// learning leaves. Time is s = Σα_t, in which the rates of the flow do not depend on the
// learning rate.
//
// The rates are those of the slowest part of a small perturbation, which is what is left
// in the end. Two observed quantities may decay at other rates before that. E_Pro may fall
// faster: rotations among the components, which are the slowest part, hardly change it.
// M_ij of a fast pair i, j may fall more slowly: like the product of two perturbations that
// turn i into k and k into j.
type Theory struct {
	Offline        bool            `json:"offline,omitempty"` // the circuit learnt from the covariance: rounding is the only noise
	Time           number.Number   `json:"time"`              // s at the end
	Scales         []number.Number `json:"scales"`            // m_i predicted, on the diagonal of M
	ObservedScales []number.Number `json:"observed_scales"`   // medians at the end

	// Where outputs turn freely in the subspace, the scales are null, and these are the
	// eigenvalues of M, the largest first.
	Eigenvalues         []number.Number `json:"eigenvalues,omitempty"`
	ObservedEigenvalues []number.Number `json:"observed_eigenvalues,omitempty"`

	Lateral []Observation `json:"lateral"` // |M_ij| of pairs; with many outputs, of the slowest and the fastest pairs
	Error   Observation   `json:"e_pro"`
}

// Observation is the predicted and the observed decay of one quantity.
type Observation struct {
	Outputs   *[2]int       `json:"outputs,omitempty"` // of a pair
	Predicted number.Number `json:"predicted_rate"`    // rate of the slowest decay, per unit of Σα_t
	Fitted    Decay         `json:"fitted"`
	Final     number.Number `json:"final"` // at the last step: root mean square of M_ij, mean of E_Pro
	Noise     number.Number `json:"noise"` // the same quantity if noise alone were left
}
