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
	t.Cols, t.Signals = p.pre.Len(), p.pre.Signals(neuron.Final)
	t.Weights, t.Stride = p.weights.Whole()
	t.PreDecay, t.PostDecay = float64(preDecay), p.post.Fixed(r.Post.Decay)
	t.Keep, t.PostDrive, t.PreDrive = p.factors.keep, p.factors.postDrive, p.factors.preDrive
	t.Sums = p.weights.ForwardSums(t.Signals)
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
	t.Lateral, t.LateralStride = p.weights.Whole()
	t.Idle = kernel.Vector(t.LateralStride)
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

// RunFused does a fused step, for which the projection has given its weights, on
// the stimulus x [pre]. It reports how far the step came.
func (p *Projection) RunFused(t *kernel.TwoPhase, x []float64) kernel.TwoPhaseResult {
	t.Stimulus, t.Pending = x, 1
	if !p.pending {
		if !kernel.CopyFinite(t.Signals, x) {
			return kernel.BadStimulus
		}
		p.weights.ForwardSums(t.Signals)
		t.Pending = 0
	}
	result := t.Run()
	p.pending = result == kernel.Done || result == kernel.BadScale || result == kernel.BadStimulus && p.pending
	return result
}
