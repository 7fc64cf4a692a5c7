package neuron

import "twophase/internal/kernel"

// Fuse gives a fused step the population's signals, its scales and their rule.
// It reports whether the scales can learn in it: whether their rule is driven by
// activity and has a decay and a drain that are Fixed.
func (p *Population) Fuse(t *kernel.TwoPhase) bool {
	r := &p.rescaling
	t.Rows = p.Len()
	t.Provisional, t.Final, t.Scale = p.signals[Provisional], p.signals[Final], p.scale
	t.LateralDrive, t.Before = r.drive, r.before
	t.ScaleDecayFactor, t.ScaleDrainFactor = r.decay, r.drain
	var decays, drains bool
	t.ScaleDecay, decays = p.Fixed(p.rule.Decay)
	t.ScaleDrain, drains = p.Fixed(p.rule.Drain)
	return p.rule.Drive == Factor(Activity) && decays && drains
}
