package neuron

import "twophase/internal/kernel"

// Fuse gives a fused step the population's signals, its scales and their rule.
// It reports whether the scales can learn in it: whether their rule is driven by
// activity and has a decay and a drain that are Fixed; in a cascade, it may also be
// one that IsFixed.
func (p *Population) Fuse(t *kernel.TwoPhase) bool {
	r := &p.rescaling
	t.Rows = p.Len()
	t.Provisional, t.Final, t.Scale = p.signals[Provisional], p.signals[Final], p.scale
	t.LateralDrive, t.Before = r.drive, r.before
	t.ScaleDecayFactor, t.ScaleDrainFactor = r.decay, r.drain
	var decays, drains bool
	t.ScaleDecay, decays = p.Fixed(p.rule.Decay)
	t.ScaleDrain, drains = p.Fixed(p.rule.Drain)
	if t.FixedScale = t.Cascade && p.rule.IsFixed(); t.FixedScale {
		n := p.Len() // what would become of the scales is nobody's business
		t.LateralDrive, t.Before = kernel.Vector(n), kernel.Vector(n)
	}
	return (p.rule.Drive == Factor(Activity) || t.FixedScale) && decays && drains
}
