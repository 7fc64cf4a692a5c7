package circuit

import (
	"math"

	"twophase/internal/numerics/kernel"
	"twophase/neuron"
)

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
