package circuit

import (
	"slices"

	"twophase/internal/kernel"
)

// learning is how circuits that share lanes learn.
type learning struct {
	rate   Rate
	tau    float64
	gains  []float64 // from which the decays are
	decays kernel.Decays
}

// Sharing lanes pays where the weights of kernel.Lanes circuits stay in the
// nearest cache; larger circuits are fast alone.
const mostSharedWeights = 500

// isSmall reports whether circuits of a spec gain by sharing lanes.
func (s Spec) isSmall() bool {
	k := len(s.Gains)
	return k*(s.Inputs+k) <= mostSharedWeights
}

// sharesLanes reports whether the circuit can share lanes, as its whole step can be
// fused, and gains by it.
func (c *Circuit) sharesLanes() bool {
	return c.fused != nil && !c.fused.step.Cascade && c.fused.whole && c.fused.feedforward && c.fused.lateral && c.spec.isSmall() &&
		c.intact() && !c.inputs.HasClamps() && !c.outputs.HasFrozen()
}

// newLearning returns how a circuit that shares lanes learns.
func newLearning(c *Circuit) *learning {
	t := &c.fused.step
	return &learning{rate: c.rate, tau: c.tau, gains: slices.Clone(c.outputs.Gains()), decays: kernel.Decays{
		Post: slices.Clone(t.PostDecay), Pre: t.PreDecay,
		LateralPost: slices.Clone(t.LateralPostDecay), LateralPre: slices.Clone(t.LateralPreDecay),
		Scale: slices.Clone(t.ScaleDecay), Drain: slices.Clone(t.ScaleDrain),
	}}
}

// fits reports whether this is how a circuit with the same rules learns.
func (l *learning) fits(c *Circuit) bool {
	return l.tau == c.tau && slices.Equal(l.rate.segments, c.rate.segments) && slices.Equal(l.gains, c.outputs.Gains())
}

// equal reports whether two circuits learn in the same way.
func (l *learning) equal(o *learning) bool {
	return l.tau == o.tau && slices.Equal(l.rate.segments, o.rate.segments) && slices.Equal(l.gains, o.gains) &&
		slices.Equal(l.decays.Post, o.decays.Post) && l.decays.Pre == o.decays.Pre &&
		slices.Equal(l.decays.LateralPost, o.decays.LateralPost) && slices.Equal(l.decays.LateralPre, o.decays.LateralPre) &&
		slices.Equal(l.decays.Scale, o.decays.Scale) && slices.Equal(l.decays.Drain, o.decays.Drain)
}
