package circuit

import (
	"errors"

	"twophase/internal/kernel"
	"twophase/neuron"
)

// Solve is the exact neural phase of the recurrent networks: it puts the
// outputs where infinitely many settling sweeps would,
//
//	(I + M_d⁻¹ M_o) y = ỹ, that is M y = W x.
//
// It is not something that a circuit of neurons does in one phase, and it is
// marked non-local. Outputs that are clamped are given, and the others solved for.
type Solve struct{}

// Signature implements Phase.
func (Solve) Signature() Signature {
	return Signature{
		Name:     "Solve",
		Equation: "y = (I + M_d⁻¹ M_o)⁻¹ ỹ = M⁻¹ W x",
		Reads:    []Variable{Provisional, Mo, Md},
		Writes:   []Variable{Y},
		NonLocal: true,
	}
}

// Run implements Phase. It returns an error if M is singular.
func (Solve) Run(c *Circuit) error {
	y, scale := c.outputs.Signals(neuron.Final), c.outputs.Divisors()
	n := len(y)
	for i := range y {
		row := c.system[i*n : (i+1)*n]
		copy(row, c.lateral.Transmitting(i))
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

// fixClamped puts y_i = v in the place of the equations of clamped outputs.
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
