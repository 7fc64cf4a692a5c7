package neuron

import "twophase/internal/kernel"

// Fuse gives a fused step the population's signals, its scales and their rule.
// It reports false if the rule is not of the form that can be fused: driven by
// activity, with a decay and a drain that are Fixed.
func (p *Population) Fuse(t *kernel.TwoPhase) bool {
	r := &p.rescaling
	t.Rows = p.Len()
	t.Provisional, t.Final, t.Scale = p.signals[Provisional], p.signals[Final], p.scale
	t.ScaleDecay, t.ScaleDrain = p.Fixed(p.rule.Decay), p.Fixed(p.rule.Drain)
	t.LateralDrive, t.Before = r.drive, r.before
	t.ScaleDecayFactor, t.ScaleDrainFactor = r.decay, r.drain
	return p.rule.Drive == Factor(Activity) && t.ScaleDecay != nil && t.ScaleDrain != nil
}
