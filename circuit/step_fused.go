package circuit

import (
	"math"
	"slices"

	"twophase/internal/numerics/dense"
	"twophase/internal/numerics/kernel"
	"twophase/neuron"
	"twophase/synapse"
)

// fuse returns the fused step. It returns nil if the executor is literal, if the schedule
// contains neither the two-phase schedule nor that of a cascade, if the scales are
// metaplastic, or if they are fixed in a two-phase schedule.
func fuse(c *Circuit) *fused {
	if c.pair == nil || c.pair.among == nil || c.spec.Executor != Compiled {
		return nil
	}
	from := c.schedule.find(Schedule{c.pair.first(), c.pair.second(Lateral), Plasticity{}})
	inOrder := false
	if from < 0 {
		from, inOrder = c.schedule.find(Schedule{c.pair.first(), c.pair.second(Cascade), Plasticity{}}), true
	}
	scale := c.outputs.ScaleRule()
	learn := c.pair.forward.spec.Rule != nil && c.pair.among.spec.Rule != nil
	if from < 0 || !learn || scale.Metaplastic || scale.IsFixed() && !inOrder {
		return nil
	}
	f := &fused{from: from, whole: len(c.schedule) == len(twoPhase)}
	f.step.Cascade = inOrder
	inputs, outputs := dense.OfPopulation(c.inputs), dense.OfPopulation(c.outputs)
	f.scales = &outputs.Scales
	scales := fuseScales(&f.step, outputs, c.outputs.ScaleRule())
	f.feedforward = fuseFeedforward(&f.step, c.rows.feedforward, inputs, outputs, c.feedforward.Rule())
	f.lateral = fuseLateral(&f.step, c.rows.lateral, outputs, c.lateral.Rule(), c.lateral.Wiring()) && scales

	f.learnAlone()
	return f
}

// learnAlone prepares the step of M alone.
func (f *fused) learnAlone() {
	f.learning = f.step
	f.learning.Part = kernel.Learning
	f.learning.Cols = 1 // the factors of W are not used
	f.learning.Keep, f.learning.PreDrive = kernel.Vector(f.step.Rows), kernel.Vector(1)
}

// find returns the index at which phases stand next to each other, or −1.
func (s Schedule) find(phases Schedule) int {
	for from := range len(s) - len(phases) + 1 {
		if slices.Equal(s[from:from+len(phases)], phases) {
			return from
		}
	}
	return -1
}

// intact reports whether no output is clamped and no synapse fails to transmit, as the
// fused step needs.
func (c *Circuit) intact() bool {
	return !c.outputs.HasClamps() && !c.rows.feedforward.Failing() && !c.rows.lateral.Failing()
}

// runFused runs the fused step on the stimulus x. It returns an error for bad scales if no
// other phase comes after it.
func (c *Circuit) runFused(x []float64) error {
	f, rate := c.fused, c.rate.At(c.step)
	lateralRate := rate / c.tau
	feedforward := f.feedforward && c.rows.feedforward.Learns()
	lateral := f.lateral && c.rows.lateral.Learns()
	if c.paced || c.pair.ownPaces {
		rate, lateralRate = c.paceOf(c.pair.forward), c.paceOf(c.pair.among)
		lateral = lateral && lateralRate == c.scalePace(c.pair.outputs) // the routine has one rate for M_o and M_d
	}
	f.step.Root, f.step.LateralRoot = math.Sqrt(rate), math.Sqrt(lateralRate)
	f.step.Part = kernel.Neural
	if feedforward && lateral {
		f.step.Part = kernel.EveryPart
	}
	result := c.rows.feedforward.Run(&f.step, x)
	if result != kernel.Done && result != kernel.BadScale {
		return c.fault(result, x)
	}
	switch {
	case feedforward && lateral:
		c.rows.lateral.RestoreSpoiled()
		f.scales.EndChange(f.step.Final)
	case lateral:
		c.feedforward.Learn(rate)
		f.learning.LateralRoot = f.step.LateralRoot
		result = f.learning.Run()
		c.rows.lateral.RestoreSpoiled()
		f.scales.EndChange(f.step.Final)
	default:
		if err := (Plasticity{}).Run(c); err != nil {
			return err
		}
		result = kernel.BadScale // not known: check the scales
	}
	if result != kernel.Done && f.whole {
		return c.checkScales() // a bad scale may be a frozen one, which has its value back
	}
	return nil
}

// fault returns the error of a fused step that went wrong before it learnt.
func (c *Circuit) fault(result kernel.TwoPhaseResult, x []float64) (err error) {
	switch result {
	case kernel.BadStimulus:
		err = c.badStimulus(x)
	case kernel.BadProvisional:
		err = c.checkSignals(c.outputs, neuron.Provisional)
	case kernel.BadFinal:
		err = c.checkSignals(c.outputs, neuron.Final)
	}
	if err == nil {
		panic("circuit: a fused step reports a fault that the circuit does not show")
	}
	return err
}

// Which rules a fused step can run, and what it needs of their factors.

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

// driven reports whether the activity of both endpoints, and no further product, drives the rule.
func driven(r synapse.Factored) bool {
	return r.Post.Drive == neuron.Factor(neuron.Activity) && r.Pre.Drive == neuron.Factor(neuron.Activity) && synapse.FurtherProducts(r) == 0
}

// fixed returns a factor of every output [K] that does not depend on activity: a Constant,
// in a new vector, or the Gain, in the memory of the gains. For other factors it returns
// zeros and false.
func fixed(p *dense.Population, f neuron.Factor) ([]float64, bool) {
	if f == neuron.Factor(neuron.Gain) {
		return p.Gain, true
	}
	value, isFixed := f.(neuron.Constant)
	all := kernel.Vector(len(p.Scale))
	for i := range all {
		all[i] = float64(value)
	}
	return all, isFixed
}
