package circuit

import "twophase/neuron"

// StaleLateral is Lateral with lateral signals that arrive one stimulus late,
//
//	y_i = ỹ_i − (Σ_{j≠i} M_ij ỹ_j(t−1)) / m_ii.
//
// Both executors call Run. They compute the input currents in two ways, which
// TestLiteralEqualsCompiled compares.
type StaleLateral struct{}

// Signature implements Phase. y is linear in ỹ and ỹ(t−1) together.
func (StaleLateral) Signature() Signature {
	return Signature{
		Name:     "StaleLateral",
		Equation: "y = ỹ − M_d⁻¹ M_o ỹ(t−1)",
		Reads:    []Variable{Provisional, Late, Mo, Md},
		Writes:   []Variable{Y},
		Linear:   Yes,
		Local:    Yes,
		Signals:  Signals{Known: true, Lateral: 1},
	}
}

// Run implements Phase.
func (StaleLateral) Run(c *Circuit) error {
	c.correct(neuron.Late)
	return nil
}
