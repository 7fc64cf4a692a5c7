package circuit

import (
	"errors"

	"twophase/internal/kernel"
	"twophase/neuron"
)

// Solve is the exact neural phase of the recurrent networks. It finds the outputs at which
// settling ends,
//
//	(I + M_d⁻¹ M_o) y = ỹ, that is M y = W x.
//
// A circuit of neurons cannot do this in one phase, so Solve is marked non-local. Clamped
// outputs are given, and it solves for the others.
//
// Both executors call Run and share the elimination (kernel.Solve). They read the weights
// in two ways, which TestLiteralEqualsCompiled compares; TestSolveIsASolution checks the
// elimination.
type Solve struct{}

// Signature implements Phase. y is linear in ỹ. No synapse carries a signal.
func (Solve) Signature() Signature {
	return Signature{
		Name:     "Solve",
		Equation: "y = (I + M_d⁻¹ M_o)⁻¹ ỹ = M⁻¹ W x",
		Reads:    []Variable{Provisional, Mo, Md},
		Writes:   []Variable{Y},
		Linear:   Yes,
		Local:    No,
		Signals:  Signals{Known: true},
	}
}

// Run implements Phase. It returns an error if M is singular.
func (Solve) Run(c *Circuit) error {
	y, scale := c.outputs.Signals(neuron.Final), c.outputs.Divisors()
	n := len(y)
	for i := range y {
		row := c.system[i*n : (i+1)*n]
		c.transmitting(row, c.lateral, i)
		for j := range row {
			row[j] /= scale[i]
		}
		row[i] = 1
	}
	copy(y, c.outputs.Signals(neuron.Provisional))
	if c.outputs.HasClamps() {
		c.fixClamped(y)
	}
	if !kernel.Solve(c.system, y) {
		return errors.New("the lateral matrix M is singular, so M y = W x has no solution")
	}
	return nil
}

// fixClamped replaces the equations of clamped outputs by y_i = v.
func (c *Circuit) fixClamped(y []float64) {
	n := len(y)
	for i := range y {
		if v, clamped := c.outputs.Clamped(i); clamped {
			row := c.system[i*n : (i+1)*n]
			clear(row)
			row[i], y[i] = 1, v
		}
	}
}
