package circuit

import (
	"slices"

	"twophase/internal/kernel"
)

// learning is the rates and decays by which circuits in lanes learn.
type learning struct {
	cascade bool // the outputs fire one after another
	rate    Rate
	tau     float64
	gains   []float64 // that the decays come from
	decays  kernel.Decays
}

// mostSharedWeights is the largest number of weights of a circuit that gains by sharing
// lanes: the weights of kernel.Lanes circuits then stay in the nearest cache.
const mostSharedWeights = 500

// isSmall reports whether circuits of the spec gain by sharing lanes.
func (s Spec) isSmall() bool {
	k := len(s.Gains)
	return k*(s.Inputs+k) <= mostSharedWeights
}

// sharesLanes reports whether the circuit can share lanes and gains by it. Its whole step
// must be fused.
func (c *Circuit) sharesLanes() bool {
	return c.fused != nil && !c.paced && !c.ruled && c.fused.whole && c.fused.feedforward && c.fused.lateral && c.spec.isSmall() &&
		(!c.fused.step.Cascade || c.fused.step.InOrder == plainCascade) && c.intact() && !c.inputs.HasClamps() && len(c.fused.scales.Frozen) == 0
}

// plainCascade is a cascade whose decays do not depend on activity, and whose scales learn.
var plainCascade = kernel.InOrder{Cascade: true, Ordered: true}

// newLearning returns the learning of a circuit that shares lanes.
func newLearning(c *Circuit) *learning {
	t := &c.fused.step
	return &learning{cascade: t.Cascade, rate: c.rate, tau: c.tau, gains: slices.Clone(c.outputs.Gains()), decays: kernel.Decays{
		Post: slices.Clone(t.PostDecay), Pre: t.PreDecay,
		LateralPost: slices.Clone(t.LateralPostDecay), LateralPre: slices.Clone(t.LateralPreDecay),
		Scale: slices.Clone(t.ScaleDecay), Drain: slices.Clone(t.ScaleDrain),
	}}
}

// fits reports whether a circuit with the same rules has this learning.
func (l *learning) fits(c *Circuit) bool {
	return l.cascade == c.fused.step.Cascade && l.tau == c.tau && slices.Equal(l.rate.segments, c.rate.segments) && slices.Equal(l.gains, c.outputs.Gains())
}

// equal reports whether l and o are the same.
func (l *learning) equal(o *learning) bool {
	return l.cascade == o.cascade && l.tau == o.tau && slices.Equal(l.rate.segments, o.rate.segments) && slices.Equal(l.gains, o.gains) &&
		slices.Equal(l.decays.Post, o.decays.Post) && l.decays.Pre == o.decays.Pre &&
		slices.Equal(l.decays.LateralPost, o.decays.LateralPost) && slices.Equal(l.decays.LateralPre, o.decays.LateralPre) &&
		slices.Equal(l.decays.Scale, o.decays.Scale) && slices.Equal(l.decays.Drain, o.decays.Drain)
}
