package circuit

import "twophase/neuron"

// Cascade is a neural phase in which the output neurons fire one after another. Each fires
// once, corrected by the final outputs of the neurons before it,
//
//	y_i = ỹ_i − (Σ_{j<i} M_ij y_j) / m_ii,
//
// that is y = L⁻¹ W x, where L is the lower triangle of M with its diagonal. It takes K
// short turns of the axons instead of one long turn. Synapses from later neurons carry
// nothing, unless the neuron is clamped: a clamped neuron carries its signal from the first
// turn on. So the phase is one Gauss–Seidel sweep of Settle from rest.
//
// By default, the compiled executor does not call Run: the fused step computes y (see
// Feedforward). TestLiteralEqualsCompiled and TestStepPhasesEqualsStep compare the two.
type Cascade struct{}

// Signature implements Phase. y is linear in ỹ for a given M, as the order of firing does
// not depend on the signals.
func (Cascade) Signature() Signature {
	return Signature{
		Name:     "Cascade",
		Equation: "y_i = ỹ_i − Σ_{j<i} M_ij y_j / m_ii, in the order of i",
		Reads:    []Variable{Provisional, Mo, Md},
		Writes:   []Variable{Y},
		Linear:   Yes,
		Local:    Yes,
		Signals:  Signals{Known: true, Lateral: 1},
	}
}

// Run implements Phase.
func (Cascade) Run(c *Circuit) error {
	y := c.outputs.Signals(neuron.Final)
	clear(y)
	clamped, k := c.outputs.HasClamps(), len(y)
	c.outputs.Impose(neuron.Final)
	for i := range y {
		if clamped {
			if _, is := c.outputs.Clamped(i); is {
				continue
			}
		}
		from := i // neurons after it carry nothing, whatever their synapses are
		if clamped {
			from = k
		}
		y[i] = c.corrected(i, c.receiveFrom(c.lateral, i, from, neuron.Final))
		if y[i]-y[i] != 0 {
			break // no other neuron may receive what is not a number
		}
	}
	return nil
}
