package circuit

import "twophase/neuron"

// Feedforward is the first neural phase. The input axons carry x, and every output neuron
// divides its input current by its scale,
//
//	ỹ_i = (Σ_j W_ij x_j) / m_ii.
//
// By default, the compiled executor does not call Run. Where the schedule has Feedforward,
// then Lateral or Cascade, then Plasticity, it runs the three as one fused step
// (step_fused.go): kernel.TwoPhase computes ỹ, in twophase.go and in assembly
// (internal/kernel/avo). Small circuits of an Ensemble share lanes: kernel.Trials computes
// ỹ for eight of them. A change of Run alone therefore changes other schedules only, and
// the literal executor. TestLiteralEqualsCompiled compares the executors to the last bit,
// TestStepPhasesEqualsStep the phases and the fused step, and TestEnsembleIsCircuitsAlone
// the lanes.
type Feedforward struct{}

// Signature implements Phase. ỹ is linear in x, also in a step in which synapses fail to
// transmit.
func (Feedforward) Signature() Signature {
	return Signature{
		Name:     "Feedforward",
		Equation: "ỹ = M_d⁻¹ W x",
		Reads:    []Variable{X, W, Md},
		Writes:   []Variable{Provisional},
		Linear:   Yes,
		Local:    Yes,
		Signals:  Signals{Known: true, Feedforward: 1},
	}
}

// Run implements Phase.
func (Feedforward) Run(c *Circuit) error {
	provisional, scale := c.outputs.Signals(neuron.Provisional), c.outputs.Divisors()
	c.Transmit(provisional, c.feedforward, neuron.Stimulus)
	for i, current := range provisional {
		provisional[i] = current / scale[i]
	}
	return nil
}
