package circuit

import (
	"math"
	"slices"

	"twophase/internal/numerics/dense"
	"twophase/internal/numerics/kernel"
	"twophase/neuron"
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
