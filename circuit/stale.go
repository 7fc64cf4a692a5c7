package circuit

import "twophase/neuron"

// StaleLateral is Lateral with lateral signals that arrive one stimulus late: every
// output neuron corrects itself by what the others' first turn carried for the
// stimulus before,
//
//	y_i = ỹ_i − (Σ_{j≠i} M_ij ỹ_j(t−1)) / m_ii.
type StaleLateral struct{}

// Signature implements Phase.
func (StaleLateral) Signature() Signature {
	return Signature{
		Name:     "StaleLateral",
		Equation: "y = ỹ − M_d⁻¹ M_o ỹ(t−1)",
		Reads:    []Variable{Provisional, Late, Mo, Md},
		Writes:   []Variable{Y},
	}
}

// Run implements Phase.
func (StaleLateral) Run(c *Circuit) error {
	c.correct(neuron.Late)
	return nil
}
