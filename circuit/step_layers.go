package circuit

import (
	"math"

	"twophase/internal/numerics/kernel"
	"twophase/neuron"
)

// layer is a population of a graph of which two turns, one after the other, run as one
// routine: those of linear neurons that Feedforward and Lateral are, or
// those of rectified neurons,
//
//	ỹ = max(0, W s / m),   y = max(0, (W s − M_o ỹ) / m).
//
// Plasticity then changes M_o and the scales, and mostly W, by the second half of the
// routine. A projection learns by itself instead if its rule is of another form, if it is
// frozen as a whole, or if its changes are kept.
type layer struct {
	routine
	ran                        int  // the step in which it ran last and has not learnt; 0: none
	learnsForward, learnsAmong bool // in that step, by Plasticity
}

// writesLater reports whether a phase from the given one on writes signals of a population.
func (c *Circuit) writesLater(population string, from int) bool {
	for _, all := range c.written[from:] {
		for _, w := range all {
			if w.population.Name() == population {
				return true
			}
		}
	}
	return false
}

// newLayer returns the layer of two turns that begin at a phase, or nil if they are not of its form.
func newLayer(c *Circuit, s Schedule, at int) scheduleSegment {
	if at+1 == len(s) || s.hasUnknown() {
		return nil
	}
	first, is := s[at].(Turn)
	second, also := s[at+1].(Turn)
	if !is || !also || c.writesLater(first.Population, at+2) {
		return nil
	}
	n := c.node(first.Population)
	from, then := first.Receives.List(), second.Receives.List()
	last := len(then) - 1
	if second.Population != first.Population || first.Slot != neuron.Provisional || second.Slot != neuron.Final ||
		first.Base.Given || len(from) != 1 || last < 0 || first.InOrder || second.InOrder || first.Floor || second.Floor {
		return nil
	}
	in, lateral := from[0], then[last]
	forward, among := c.link(in.Through), c.link(lateral.Through)
	again := Reception{Through: in.Through, Slot: then[0].Slot, Again: true}
	current, f := forward.synapses.Currents().Last, n.Activation()
	linear := f.IsLinear() && current == nil && second.Base == SlotOf(neuron.Provisional) && last == 0
	rectified := f.IsRectified() && current != nil && !second.Base.Given && last == 1 && then[0] == again
	if !linear && !rectified || in.Again || in.Slot != neuron.Final || lateral.Again || lateral.Slot != neuron.Provisional {
		return nil
	}
	scale := n.ScaleRule()
	if scale.Metaplastic || scale.Multiplies || scale.NoLeak || !forward.feeds(n) || !among.couples(n) {
		return nil
	}
	l := &layer{}
	l.step.Current = current
	l.prepare(forward, among, n)
	drive := kernel.Vector(n.Len()) // the scales keep theirs unless they learn
	l.step.LateralDrive, l.learning.LateralDrive = drive, drive
	n.learner, forward.learner, among.learner = l, l, l
	return l
}

func (l *layer) phases() int { return 2 }

// run runs the two turns.
func (l *layer) run(c *Circuit) error {
	rate, lateralRate := c.paceOf(l.forward), c.paceOf(l.among)
	t := &l.step
	t.Part, t.Root, t.LateralRoot = kernel.Neural, math.Sqrt(rate), math.Sqrt(lateralRate)
	result := l.forward.memory.Run(t, t.Signals)
	if result != kernel.Done {
		return l.fault(c)
	}
	l.learnsAmong = l.lateral && l.among.memory.Learns() && c.scalePace(l.of) == lateralRate
	l.learnsForward = l.learnsAmong && l.feedforward && l.forward.memory.Learns()
	l.ran = c.step
	return nil
}

func (l *layer) changes(p *link, step int) bool {
	return l.ran == step && (l.forward == p && l.learnsForward || l.among == p && l.learnsAmong)
}

// learn changes M_o and the scales, and W if it learns with them.
func (l *layer) learn(step int) bool {
	if l.ran != step || !l.learnsAmong {
		return false
	}
	if l.learnsForward {
		l.forward.memory.Flush()
		l.step.Part = kernel.Learning
		l.step.Run()
		l.forward.memory.DeferUniform()
	} else {
		l.learning.LateralRoot = l.step.LateralRoot
		l.learning.Run()
	}
	l.among.memory.RestoreSpoiled()
	copy(l.scales.Drive, l.step.LateralDrive)
	l.scales.EndChange(l.step.Final)
	l.ran = 0
	return true
}
