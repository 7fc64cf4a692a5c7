package circuit

import "twophase/neuron"

// Feedforward is the first neural phase: the input axons carry x, and every
// output neuron divides what it receives by its scale,
//
//	ỹ_i = (Σ_j W_ij x_j) / m_ii.
type Feedforward struct{}

// Signature implements Phase.
func (Feedforward) Signature() Signature {
	return Signature{
		Name:     "Feedforward",
		Equation: "ỹ = M_d⁻¹ W x",
		Reads:    []Variable{X, W, Md},
		Writes:   []Variable{Provisional},
	}
}

// Run implements Phase.
func (Feedforward) Run(c *Circuit) error {
	provisional, scale := c.outputs.Signals(neuron.Provisional), c.outputs.Divisors()
	c.Transmit(provisional, c.feedforward, neuron.Final)
	for i, drive := range provisional {
		provisional[i] = drive / scale[i]
	}
	return nil
}
