package circuit

import (
	"math"
	"slices"

	"twophase/internal/kernel"
	"twophase/neuron"
)

// fuse returns the step of a two-phase circuit in one piece, or nil if the
// circuit's phases have to run one by one: if its schedule is another, if a rule
// is not of the paper's form, or if the executor is literal.
//
// A fused step reads what the phases Feedforward, Lateral and Plasticity read, and
// leaves behind what they leave behind, to the last bit.
func fuse(c *Circuit) *kernel.TwoPhase {
	t := new(kernel.TwoPhase)
	if c.spec.Executor == Compiled && slices.Equal(c.spec.Network.Schedule, twoPhase) &&
		c.outputs.Fuse(t) && c.feedforward.FuseFeedforward(t) && c.lateral.FuseLateral(t) {
		return t
	}
	return nil
}

// runsFused reports whether the present step can be fused.
func (c *Circuit) runsFused() bool {
	return c.fused != nil && c.feedforward.Whole() && c.lateral.Whole()
}

// runFused runs the phases of the two-phase schedule as one, on the stimulus x.
func (c *Circuit) runFused(x []float64) error {
	t, rate := c.fused, c.spec.Rate.At(c.step)
	t.Root, t.LateralRoot = math.Sqrt(rate), math.Sqrt(rate/c.spec.Tau)
	switch c.feedforward.RunFused(t, x) {
	case kernel.BadStimulus:
		return c.badStimulus(x)
	case kernel.BadProvisional:
		return c.checkActivity(neuron.Provisional)
	case kernel.BadFinal:
		return c.checkActivity(neuron.Final)
	case kernel.BadScale:
		return c.checkScales()
	}
	return nil
}
