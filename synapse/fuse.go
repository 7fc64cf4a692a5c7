package synapse

import (
	"twophase/internal/kernel"
	"twophase/neuron"
)

// FuseFeedforward gives a fused step the weights of the projection and the
// factors of its rule. It reports whether the projection can learn in it: whether
// the activity of both endpoints drives its rule, with decays that are
// neuron.Fixed and the same for all presynaptic neurons; in a cascade, the postsynaptic
// decay may be neuron.SquaredActivity.
func (p *Projection) FuseFeedforward(t *kernel.TwoPhase) bool {
	t.Cols, t.Signals = p.pre.Len(), p.pre.Signals(neuron.Final)
	t.Weights, t.Stride = p.weights.Padded()
	t.Sums = p.weights.Sums()
	t.Keep, t.PostDrive, t.PreDrive = p.factors.keep, p.factors.postDrive, p.factors.preDrive
	r, factored := p.rule.(Factored)
	preDecay, uniform := r.Pre.Decay.(neuron.Constant)
	var fixed bool
	t.PreDecay = float64(preDecay)
	t.PostDecay, fixed = p.post.Fixed(r.Post.Decay)
	t.PostSquared = t.Cascade && factored && r.Post.Decay == neuron.Factor(neuron.SquaredActivity)
	return factored && r.driven() && uniform && (fixed || t.PostSquared)
}

// FuseLateral gives a fused step the weights of a projection from a population
// to itself and the factors of its rule. It reports whether the projection can
// learn in it: whether the activity of both endpoints drives its rule, with
// decays that are neuron.Fixed. In a cascade, the postsynaptic decay may be
// neuron.SquaredActivity, and the wiring Ordered; in two phases it is to be AllToAll.
func (p *Projection) FuseLateral(t *kernel.TwoPhase) bool {
	t.Lateral, t.LateralStride = p.weights.Padded()
	t.Idle = kernel.Vector(t.LateralStride)
	t.PostFactor, t.PreFactor = p.factors.postDecay, p.factors.preDecay
	r, factored := p.rule.(Factored)
	var post, pre bool
	t.LateralPostDecay, post = p.post.Fixed(r.Post.Decay)
	t.LateralPreDecay, pre = p.pre.Fixed(r.Pre.Decay)
	t.LateralPostSquared = t.Cascade && factored && r.Post.Decay == neuron.Factor(neuron.SquaredActivity)
	t.Ordered = p.wiring == Ordered
	wired := p.wiring == AllToAll || t.Cascade && t.Ordered
	return factored && r.driven() && (post || t.LateralPostSquared) && pre && wired
}

// driven reports whether the activity of both endpoints drives the rule.
func (r Factored) driven() bool {
	return r.Post.Drive == neuron.Factor(neuron.Activity) && r.Pre.Drive == neuron.Factor(neuron.Activity)
}

// LearnsFused reports whether the projection may learn in a fused step now: it
// is not frozen, and nobody has asked for its changes.
func (p *Projection) LearnsFused() bool { return !p.frozen && !p.changes.on }

// Whole reports whether all synapses of the projection learn, and may do so in a
// fused step.
func (p *Projection) Whole() bool { return p.spoiled == 0 && p.LearnsFused() }

// RunFused does a fused step, to which the projection has given its weights, on
// the stimulus x [pre]. It reports how far the step came.
func (p *Projection) RunFused(t *kernel.TwoPhase, x []float64) kernel.TwoPhaseResult {
	t.Stimulus, t.Pending = x[:p.pre.Len()], 1
	if !p.pending || len(p.settled) > 0 || p.holds > 0 || !p.factors.uniform {
		if !kernel.CopyFinite(t.Signals, x) {
			return kernel.BadStimulus
		}
		p.transmit(t.Signals)
		t.Pending = 0
	}
	result := t.Run()
	if t.Part == kernel.EveryPart {
		p.factors.uniform = true // it is of the form that can be fused
	}
	switch {
	case result == kernel.BadStimulus: // a change that was pending still is
	case t.Part == kernel.Neural:
		p.pending = false
	default:
		p.pending = result == kernel.Done || result == kernel.BadScale
	}
	return result
}

// PutBack restores the weights of the synapses that do not learn, after a fused
// step in which all others have learnt.
func (p *Projection) PutBack() {
	if p.spoiled > 0 {
		p.putBack()
	}
}
