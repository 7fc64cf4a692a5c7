package circuit

import (
	"twophase/internal/numerics/dense"
	"twophase/internal/numerics/kernel"
	"twophase/neuron"
)

// layersOf returns the layers of a graph by the phase of their first turn, and nil for all
// other phases.
func (c *Circuit) layersOf(s Schedule) []*layer {
	all := make([]*layer, len(s))
	if c.spec.Executor != Compiled {
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
		if is && also && !c.writesLater(first.Population, i+2) && (c.fused == nil || c.fused.from != i) {
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
	from, then := first.Receives.List(), second.Receives.List()
	last := len(then) - 1
	if second.Population != first.Population || first.Slot != neuron.Provisional || second.Slot != neuron.Final ||
		first.Base.Given || len(from) != 1 || last < 0 || first.InOrder || second.InOrder {
		return nil
	}
	in, lateral := from[0], then[last]
	l := &layer{of: n, forward: c.link(in.Through), among: c.link(lateral.Through)}
	again := Reception{Through: in.Through, Slot: then[0].Slot, Again: true}
	current, f := l.forward.synapses.Currents().Last, n.Activation()
	linear := f.IsLinear() && current == nil && second.Base == SlotOf(neuron.Provisional) && last == 0
	rectified := f.IsRectified() && current != nil && !second.Base.Given && last == 1 && then[0] == again
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
