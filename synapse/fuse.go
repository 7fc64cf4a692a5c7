package synapse

import (
	"twophase/internal/kernel"
	"twophase/neuron"
)

// FuseFeedforward gives a fused step the factors of the projection's rule. It
// reports false if the rule is not of the form that can be fused: driven by the
// activity of both endpoints, with decays that are neuron.Fixed, and the same
// for all presynaptic neurons.
func (p *Projection) FuseFeedforward(t *kernel.TwoPhase) bool {
	r, ok := p.rule.(Factored)
	if !ok || !r.driven() {
		return false
	}
	preDecay, uniform := r.Pre.Decay.(neuron.Constant)
	t.PreDecay = float64(preDecay)
	t.PostDecay = p.post.Fixed(r.Post.Decay)
	t.Keep, t.PostDrive = p.factors.keep, p.factors.postDrive
	return uniform && t.PostDecay != nil
}

// FuseLateral gives a fused step the weights of a projection from a population
// to itself and the factors of its rule. It reports false if the rule is not of
// the form that can be fused: driven by the activity of both endpoints, with
// decays that are neuron.Fixed.
func (p *Projection) FuseLateral(t *kernel.TwoPhase) bool {
	r, ok := p.rule.(Factored)
	if !ok || !r.driven() || p.pre != p.post {
		return false
	}
	t.Lateral, t.Stride = p.weights.Whole()
	t.Idle = kernel.Vector(t.Stride)
	t.LateralPostDecay, t.LateralPreDecay = p.post.Fixed(r.Post.Decay), p.pre.Fixed(r.Pre.Decay)
	t.PostFactor, t.PreFactor = p.factors.postDecay, p.factors.preDecay
	return t.LateralPostDecay != nil && t.LateralPreDecay != nil
}

// driven reports whether the activity of both endpoints drives the rule.
func (r Factored) driven() bool {
	return r.Post.Drive == neuron.Factor(neuron.Activity) && r.Pre.Drive == neuron.Factor(neuron.Activity)
}

// Whole reports whether all synapses of the projection learn and nobody has
// asked for their changes, so that it can take part in a fused step.
func (p *Projection) Whole() bool { return !p.spoiled && !p.frozen && !p.parts.on }

// TransmitSums is Transmit up to the partial sums of every postsynaptic neuron,
// which it returns: see kernel.TwoPhase.
func (p *Projection) TransmitSums(slot neuron.Slot) []float64 {
	signals := p.pre.Signals(slot)
	if p.pending {
		p.pending = false
		return p.weights.UpdateForwardSums(signals, p.factors.keep, p.factors.postDrive, p.factors.preDrive)
	}
	return p.weights.ForwardSums(signals)
}

// Postpone puts off a change whose postsynaptic factors a fused step has found,
// at the learning rate whose root is given, until the next signals travel.
func (p *Projection) Postpone(root float64) {
	kernel.Scale(p.factors.preDrive, root, p.pre.Signals(neuron.Final))
	p.pending = true
}
