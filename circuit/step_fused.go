package circuit

import (
	"math"
	"slices"

	"twophase/internal/numerics/kernel"
	"twophase/neuron"
)

// fused is a step of a two-phase circuit or of a cascade that runs the phases Feedforward,
// Lateral or Cascade, and Plasticity as one routine. Where these three
// stand next to each other in a longer schedule, the other phases run before and after it.
//
//  1. The pending change of W, ỹ, y and the changes of M_o and M_d are one routine,
//     kernel.TwoPhase. It leaves the factors of the next change of W.
//  2. Synapses and scales that do not learn get their values back.
//
// A projection learns by the phase Plasticity instead, after a fused neural part, if its
// rule is of another form, if it is frozen as a whole, or if its changes are kept. With
// clamped outputs, or synapses that fail to transmit, all phases run one by one.
type fused struct {
	routine
	floor *scaleFloor // nil if the turns have none
	m     []float64   // the scales
}

// newFused returns the fused step that begins at a phase. It returns nil if neither the two-phase
// schedule nor that of a cascade does, if the scales are metaplastic, or if they are fixed in a
// two-phase schedule.
func newFused(c *Circuit, s Schedule, at int) scheduleSegment {
	if c.pair == nil || c.pair.among == nil || at+len(twoPhase) > len(s) {
		return nil
	}
	first, is := s[at].(Turn)
	floored := is && first.Floor
	runs := func(second Turn) bool {
		g, first := c.spec.Network.Graph, Feedforward
		first.Floor, second.Floor = floored, floored
		return slices.Equal(s[at:at+len(twoPhase)], Schedule{g.InOwnNames(first), g.InOwnNames(second), Plasticity{}})
	}
	scale, inOrder := c.outputs.ScaleRule(), runs(Cascade)
	learn := c.pair.forward.spec.Rule != nil && c.pair.among.spec.Rule != nil
	if !inOrder && !runs(Lateral) || !learn || scale.Metaplastic || scale.IsFixed() && !inOrder {
		return nil
	}
	f := &fused{}
	f.step.Cascade = inOrder
	f.prepare(c.pair.forward, c.pair.among, c.pair.outputs)
	if floored {
		f.floor, f.m = c.newScaleFloor(f.of.spec.Name), f.step.Scale
	}
	return f
}

// fire runs the routine. With a floor, its neural part divides by m', and the outputs then keep their shares of ỹ.
func (f *fused) fire(x []float64) kernel.TwoPhaseResult {
	if f.floor == nil {
		return f.forward.memory.Run(&f.step, x)
	}
	f.floor.update()
	f.step.Scale = f.floor.divisors
	result := f.forward.memory.Run(&f.step, x)
	f.step.Scale = f.m
	if result != kernel.Done {
		return result
	}
	t := &f.step
	f.floor.keep(t.Final, t.Provisional)
	for i, y := range t.Final {
		t.PostDrive[i], t.LateralDrive[i] = t.Root*y, t.LateralRoot*y
	}
	if !kernel.Finite(t.Final) {
		return kernel.BadFinal
	}
	return result
}

// whole returns the fused step that is all of the schedule, or nil.
func (c *Circuit) whole() *fused {
	if len(c.segments) == len(twoPhase) {
		f, _ := c.segments[0].(*fused)
		return f
	}
	return nil
}

func (f *fused) phases() int { return len(twoPhase) }

func (f *fused) run(c *Circuit) error { return f.runOn(c, c.inputs.Signals(neuron.Stimulus)) }

// runOn runs the fused step on the stimulus x. It returns an error for bad scales if no
// other phase comes after it.
func (f *fused) runOn(c *Circuit, x []float64) error {
	rate := c.rate.At(c.step)
	lateralRate := rate / c.tau
	feedforward := f.feedforward && f.forward.memory.Learns()
	lateral := f.lateral && f.among.memory.Learns()
	if c.paced || c.pair.ownPaces {
		rate, lateralRate = c.paceOf(f.forward), c.paceOf(f.among)
		lateral = lateral && lateralRate == c.scalePace(f.of) // the routine has one rate for M_o and M_d
	}
	f.step.Root, f.step.LateralRoot = math.Sqrt(rate), math.Sqrt(lateralRate)
	f.step.Part = kernel.Neural
	if feedforward && lateral && f.floor == nil {
		f.step.Part = kernel.EveryPart
	}
	result := f.fire(x)
	if result != kernel.Done && result != kernel.BadScale {
		if result == kernel.BadStimulus {
			return c.badStimulus(x)
		}
		return f.fault(c)
	}
	switch {
	case feedforward && lateral:
		if f.floor != nil {
			result = f.forward.memory.Finish(&f.step)
		}
		f.among.memory.RestoreSpoiled()
		f.scales.EndChange(f.step.Final)
	case lateral:
		c.forward.Learn(rate)
		f.learning.LateralRoot = f.step.LateralRoot
		result = f.learning.Run()
		f.among.memory.RestoreSpoiled()
		f.scales.EndChange(f.step.Final)
	default:
		if err := (Plasticity{}).Run(c); err != nil {
			return err
		}
		result = kernel.BadScale // not known: check the scales
	}
	if result != kernel.Done && c.whole() == f {
		return c.checkScales() // a bad scale may be a frozen one, which has its value back
	}
	return nil
}
