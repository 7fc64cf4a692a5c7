package circuit

import "twophase/neuron"

// Lateral is the second neural phase of the two-phase circuit: the output
// axons carry ỹ to one another, and every output neuron corrects itself once,
//
//	y_i = ỹ_i − (Σ_{j≠i} M_ij ỹ_j) / m_ii.
//
// All neurons read the whole of ỹ, never a y that another has just computed:
// the two turns of the axon are two slots.
type Lateral struct{}

// Signature implements Phase.
func (Lateral) Signature() Signature {
	return Signature{
		Name:     "Lateral",
		Equation: "y = ỹ − M_d⁻¹ M_o ỹ",
		Reads:    []Variable{Provisional, Mo, Md},
		Writes:   []Variable{Y},
	}
}

// Run implements Phase.
func (Lateral) Run(c *Circuit) error {
	c.correct(neuron.Provisional)
	return nil
}

// correct sets y to ỹ, corrected by what the lateral synapses carry of a slot.
func (c *Circuit) correct(slot neuron.Slot) {
	y := c.outputs.Signals(neuron.Final)
	c.Transmit(c.received, c.lateral, slot)
	for i, received := range c.received {
		y[i] = c.corrected(i, received)
	}
}

// corrected returns ỹ_i − received/m_ii: the activity of output neuron i that
// receives so much from the others.
func (c *Circuit) corrected(i int, received float64) float64 {
	return c.outputs.Signals(neuron.Provisional)[i] - received/c.outputs.Divisors()[i]
}
