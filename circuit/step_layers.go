package circuit

import (
	"math"

	"twophase/internal/dense"
	"twophase/internal/kernel"
	"twophase/neuron"
)

// layer is a population of a graph of which two turns, one after the other, run as one
// routine, to the same bits: those of linear neurons that Feedforward and Lateral are, or
// those of rectified neurons,
//
//	ỹ = max(0, W s / m),   y = max(0, (W s − M_o ỹ) / m).
//
// Plasticity then changes M_o and the scales, and mostly W, by the second half of the
// routine. A projection learns by itself instead if its rule is of another form, if it is
// frozen as a whole, or if its changes are kept.
type layer struct {
	fused
	of             *node
	forward, among *link // W, M_o

	learnsForward, learnsAmong bool // in this step, by Plasticity
}

// layersOf returns the layers of a graph by the phase of their first turn, and nil for all
// other phases.
func (c *Circuit) layersOf(s Schedule) []*layer {
	all := make([]*layer, len(s))
	if !c.general || c.spec.Executor != Compiled {
		return all
	}
	for _, phase := range s {
		if !isKnown(phase) {
			return all // it may write signals without saying so
		}
	}
	for i := range len(s) - 1 {
		first, is := s[i].(Turn)
		second, also := s[i+1].(Turn)
		if is && also && !c.writesLater(first.Population, i+2) {
			all[i] = c.newLayer(first, second)
		}
	}
	return all
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

// newLayer returns the layer of two turns, or nil if they are not of its form.
func (c *Circuit) newLayer(first, second Turn) *layer {
	n := c.node(first.Population)
	last := len(second.Receives) - 1
	if second.Population != first.Population || first.Slot != neuron.Provisional || second.Slot != neuron.Final ||
		first.Base != nil || len(first.Receives) != 1 || last < 0 {
		return nil
	}
	in, lateral := first.Receives[0], second.Receives[last]
	l := &layer{of: n, forward: c.link(in.Through), among: c.link(lateral.Through)}
	again := Reception{Through: in.Through, Slot: second.Receives[0].Slot, Again: true}
	current, f := l.forward.synapses.Currents().Last, n.Activation()
	linear := f.IsLinear() && current == nil && second.Base != nil && *second.Base == neuron.Provisional && last == 0
	rectified := f.IsRectified() && current != nil && second.Base == nil && last == 1 && second.Receives[0] == again
	if !linear && !rectified || in.Again || in.Slot != neuron.Final || lateral.Again || lateral.Slot != neuron.Provisional {
		return nil
	}
	scale := n.ScaleRule()
	if scale.Metaplastic || scale.Multiplies || scale.NoLeak || !l.forward.feeds(n) || !l.among.couples(n) {
		return nil
	}
	inputs, outputs := dense.OfPopulation(l.forward.pre), dense.OfPopulation(n.Population)
	l.scales, l.step.Current = &outputs.Scales, current
	scales := fuseScales(&l.step, outputs, scale)
	l.step.LateralDrive = kernel.Vector(n.Len()) // the scales keep theirs unless they learn
	l.feedforward = fuseFeedforward(&l.step, l.forward.memory, inputs, outputs, l.forward.synapses.Rule()) && l.forward.spec.Rule != nil
	l.lateral = fuseLateral(&l.step, l.among.memory, outputs, l.among.synapses.Rule(), l.among.synapses.Wiring()) && scales && l.among.spec.Rule != nil
	l.learnAlone()
	return l
}

// feeds reports whether signals reach a population through the link from another one, as
// they are, and are added.
func (l *link) feeds(n *node) bool {
	return !l.back && !l.subtracts() && l.pre != n.Population && !l.pre.ScaleRule().Multiplies
}

// couples reports whether the link subtracts signals among the neurons of a population, and
// their currents are not kept.
func (l *link) couples(n *node) bool {
	return !l.back && l.subtracts() && l.pre == n.Population && l.synapses.Currents().Last == nil
}

// intact reports whether no neuron of the layer is clamped and no synapse fails to
// transmit.
func (l *layer) intact() bool {
	return !l.of.HasClamps() && !l.forward.memory.Failing() && !l.among.memory.Failing()
}

// fire runs the two turns.
func (l *layer) fire(c *Circuit) error {
	rate, lateralRate := c.paceOf(l.forward), c.paceOf(l.among)
	t := &l.step
	t.Part, t.Root, t.LateralRoot = kernel.Neural, math.Sqrt(rate), math.Sqrt(lateralRate)
	result := l.forward.memory.Run(t, t.Signals)
	if result != kernel.Done {
		for _, slot := range []neuron.Slot{neuron.Provisional, neuron.Final} {
			if err := c.checkSignals(l.of.Population, slot); err != nil {
				return err
			}
		}
		panic("circuit: a layer reports a fault that its neurons do not show")
	}
	l.learnsAmong = l.lateral && l.among.memory.Learns() && c.scalePace(l.of) == lateralRate
	l.learnsForward = l.learnsAmong && l.feedforward && l.forward.memory.Learns()
	return nil
}

// learn changes M_o and the scales, and W if it learns with them.
func (l *layer) learn() {
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
	l.rest()
}

// rest begins a step in which the layer has not fired.
func (l *layer) rest() { l.learnsForward, l.learnsAmong = false, false }

// layerOf returns the layer of a population, or nil.
func (c *Circuit) layerOf(n *node) *layer {
	for _, l := range c.layers {
		if l != nil && l.of == n {
			return l
		}
	}
	return nil
}

// learnsInLayer reports whether a projection learns as a part of a layer in this step.
func (c *Circuit) learnsInLayer(p *link) bool {
	for _, l := range c.layers {
		if l != nil && (l.forward == p && l.learnsForward || l.among == p && l.learnsAmong) {
			return true
		}
	}
	return false
}
