package circuit

import "twophase/neuron"

// Cascade is a neural phase in which the output neurons fire one after another, each
// once, and correct themselves by the final outputs of those that have fired,
//
//	y_i = ỹ_i − (Σ_{j<i} M_ij y_j) / m_ii,
//
// that is y = L⁻¹ W x with L the lower triangle of M and its diagonal. It takes K
// short turns of the axons in the place of one long one. Synapses from later neurons,
// if there are any, carry nothing, unless their neuron is clamped: it carries its
// signal from the first turn on. So the phase is one Gauss–Seidel sweep of Settle from
// rest.
type Cascade struct{}

// Signature implements Phase.
func (Cascade) Signature() Signature {
	return Signature{
		Name:     "Cascade",
		Equation: "y_i = ỹ_i − Σ_{j<i} M_ij y_j / m_ii, in the order of i",
		Reads:    []Variable{Provisional, Mo, Md},
		Writes:   []Variable{Y},
	}
}

// Run implements Phase.
func (Cascade) Run(c *Circuit) error {
	y := c.outputs.Signals(neuron.Final)
	clear(y)
	clamped := c.outputs.HasClamps()
	c.outputs.Impose(neuron.Final)
	for i := range y {
		if clamped {
			if _, is := c.outputs.Clamped(i); is {
				continue
			}
		}
		y[i] = c.corrected(i, c.Receive(c.lateral, i, neuron.Final))
		if y[i]-y[i] != 0 {
			break // no other neuron is to see what is not a number
		}
	}
	return nil
}
