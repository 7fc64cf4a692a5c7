package circuit

import (
	"twophase/internal/numerics/dense"
	"twophase/internal/numerics/kernel"
	"twophase/neuron"
	"twophase/synapse"
)

// segmentKinds are the segments that the compiled executor looks for from each phase of a schedule on, in this order.
var segmentKinds = []struct {
	name      string
	recognise func(c *Circuit, s Schedule, at int) scheduleSegment // nil: none begins there
}{
	{"the turns of a pair and plasticity", newFused},
	{"the turns of a layer", newLayer},
}

// segmentsOf returns the segments of a schedule by their first phase.
func (c *Circuit) segmentsOf(s Schedule) []scheduleSegment {
	all := make([]scheduleSegment, len(s))
	for _, l := range c.links {
		l.learner = nil
	}
	for _, n := range c.nodes {
		n.learner = nil
	}
	for at := range s {
		for _, kind := range segmentKinds {
			if all[at] == nil && c.spec.Executor == Compiled {
				all[at] = kind.recognise(c, s, at)
			}
		}
	}
	return all
}

// routine is kernel.TwoPhase for a population: the kernel of all segments.
type routine struct {
	of             *node
	forward, among *link // W, M_o

	step     kernel.TwoPhase
	learning kernel.TwoPhase // of M alone
	scales   *dense.Scales

	// The rules of W, and of M_o and M_d, are of the form of kernel.TwoPhase.
	feedforward, lateral bool
}

// prepare gives the routine the projections W and M_o onto a population.
func (r *routine) prepare(w, m *link, n *node) {
	r.of, r.forward, r.among = n, w, m
	inputs, outputs := dense.OfPopulation(w.pre), dense.OfPopulation(n.Population)
	r.scales = &outputs.Scales
	scales := fuseScales(&r.step, outputs, n.ScaleRule())
	r.feedforward = fuseFeedforward(&r.step, w.memory, inputs, outputs, w.synapses.Rule()) && w.spec.Rule != nil
	lateral := fuseLateral(&r.step, m.memory, outputs, m.synapses.Rule(), m.synapses.Wiring())
	r.lateral = lateral && scales && m.spec.Rule != nil
	r.learning = r.step
	r.learning.Part = kernel.Learning
	r.learning.Cols = 1 // the factors of W are not used
	r.learning.Keep, r.learning.PreDrive = kernel.Vector(r.step.Rows), kernel.Vector(1)
}

// intact reports whether no neuron of the population is clamped and no synapse fails to transmit.
func (r *routine) intact(*Circuit) bool {
	return !r.of.HasClamps() && !r.forward.memory.Failing() && !r.among.memory.Failing()
}

// fault returns the error of two turns that went wrong.
func (r *routine) fault(c *Circuit) error {
	for _, slot := range []neuron.Slot{neuron.Provisional, neuron.Final} {
		if err := c.checkSignals(r.of.Population, slot); err != nil {
			return err
		}
	}
	panic("circuit: a routine reports a fault that its neurons do not show")
}

// fuseScales gives the step the signals and scales of the outputs. It reports whether the
// scales can learn in it: activity drives their rule, with a fixed decay and drain. In a
// cascade, the rule may also leave the scales as they are.
func fuseScales(t *kernel.TwoPhase, p *dense.Population, r neuron.ScaleRule) bool {
	t.Rows = len(p.Scale)
	t.Provisional, t.Final, t.Scale = p.Signals[neuron.Provisional], p.Signals[neuron.Final], p.Scale
	t.LateralDrive, t.Before = p.Drive, p.Before
	t.ScaleDecayFactor, t.ScaleDrainFactor = p.Decay, p.Drain
	var decays, drains bool
	t.ScaleDecay, decays = fixed(p, r.Decay)
	t.ScaleDrain, drains = fixed(p, r.Drain)
	if t.FixedScale = t.Cascade && r.IsFixed(); t.FixedScale {
		t.LateralDrive, t.Before = kernel.Vector(t.Rows), kernel.Vector(t.Rows) // nothing reads them
	}
	return (r.Drive == neuron.Factor(neuron.Activity) || t.FixedScale) && decays && drains
}

// fuseFeedforward gives the step W. It reports whether W can learn in it: the activity of
// both endpoints alone drives the rule, and the decays are fixed and the same for all inputs. In
// a cascade, the postsynaptic decay may be neuron.SquaredActivity.
func fuseFeedforward(t *kernel.TwoPhase, w *dense.Projection, inputs, outputs *dense.Population, rule synapse.Rule) bool {
	w.Feedforward(t, inputs.Signals[neuron.Stimulus])
	r, factored := rule.(synapse.Factored)
	preDecay, uniform := r.Pre.Decay.(neuron.Constant)
	var isFixed bool
	t.PreDecay = float64(preDecay)
	t.PostDecay, isFixed = fixed(outputs, r.Post.Decay)
	t.PostSquared = t.Cascade && factored && r.Post.Decay == neuron.Factor(neuron.SquaredActivity)
	return factored && driven(r) && uniform && (isFixed || t.PostSquared)
}

// fuseLateral gives the step M_o. It reports whether M_o can learn in it: the activity of
// both endpoints alone drives the rule, the decays are fixed, and the wiring is all-to-all. In a
// cascade, the postsynaptic decay may be neuron.SquaredActivity, and the wiring ordered.
func fuseLateral(t *kernel.TwoPhase, m *dense.Projection, outputs *dense.Population, rule synapse.Rule, wiring synapse.Wiring) bool {
	m.Lateral(t)
	r, factored := rule.(synapse.Factored)
	var post, pre bool
	t.LateralPostDecay, post = fixed(outputs, r.Post.Decay)
	t.LateralPreDecay, pre = fixed(outputs, r.Pre.Decay)
	t.LateralPostSquared = t.Cascade && factored && r.Post.Decay == neuron.Factor(neuron.SquaredActivity)
	t.Ordered = wiring == synapse.Ordered
	wired := wiring == synapse.AllToAll || t.Cascade && t.Ordered
	return factored && driven(r) && (post || t.LateralPostSquared) && pre && wired
}

// fixed returns a factor of every output [K] that does not depend on activity: the Gain, in the memory of the gains, or
// one that uses the gain alone or nothing, in a new vector of its present values (see SetGains). For other factors it
// returns zeros and false.
func fixed(p *dense.Population, f neuron.Factor) ([]float64, bool) {
	if f == neuron.Factor(neuron.Gain) {
		return p.Gain, true
	}
	all := kernel.Vector(len(p.Scale))
	if !neuron.UsesGainAlone(f) {
		return all, false
	}
	for i := range all {
		n := neuron.Local{Gain: 1}
		if p.Gain != nil {
			n.Gain = p.Gain[i]
		}
		all[i] = f.Of(n)
	}
	return all, true
}
