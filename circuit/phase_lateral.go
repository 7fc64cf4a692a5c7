package circuit

import "twophase/neuron"

// Lateral is the second neural phase of the two-phase circuit. The output axons carry ỹ to
// one another, and every output neuron corrects itself once,
//
//	y_i = ỹ_i − (Σ_{j≠i} M_ij ỹ_j) / m_ii.
//
// The sum is the neuron's lateral input current. All neurons read ỹ, never a y that
// another neuron has just computed: the two turns of the axon are two slots.
//
// By default, the compiled executor does not call Run: the fused step (step_fused.go) computes y, in fire of
// kernel.TwoPhase. A change here alone changes the literal executor only. TestLiteralEqualsCompiled and TestStepPhasesEqualsStep compare the two.
type Lateral struct{}

// Signature implements Phase. y is linear in ỹ, with M as it is.
func (Lateral) Signature() Signature {
	return Signature{
		Name:     "Lateral",
		Equation: "y = ỹ − M_d⁻¹ M_o ỹ",
		Reads:    []Variable{Provisional, Mo, Md},
		Writes:   []Variable{Y},
		Linear:   Yes,
		Local:    Yes,
		Signals:  Signals{Known: true, Lateral: 1},
	}
}

// Run implements Phase.
func (Lateral) Run(c *Circuit) error {
	c.correct(neuron.Provisional)
	return nil
}

// LateralAgain is a further neural phase of a circuit with more than two turns. The output
// axons carry y to one another, and every output neuron corrects ỹ by that,
//
//	y_i ← ỹ_i − (Σ_{j≠i} M_ij y_j) / m_ii.
//
// All neurons read the y before the phase. Lateral and S − 2 times LateralAgain are S Jacobi
// sweeps of Settle, to the last bit.
type LateralAgain struct{}

// Signature implements Phase. y is linear in ỹ and the y before, with M as it is.
func (LateralAgain) Signature() Signature {
	return Signature{
		Name:     "LateralAgain",
		Equation: "y ← ỹ − M_d⁻¹ M_o y",
		Reads:    []Variable{Provisional, Y, Mo, Md},
		Writes:   []Variable{Y},
		Linear:   Yes,
		Local:    Yes,
		Signals:  Signals{Known: true, Lateral: 1},
	}
}

// Run implements Phase.
func (LateralAgain) Run(c *Circuit) error {
	c.correct(neuron.Final)
	return nil
}
