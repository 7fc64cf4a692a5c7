package circuit

import (
	"math"

	"twophase/internal/numerics/dense"
	"twophase/internal/numerics/kernel"
	"twophase/neuron"
	"twophase/synapse"
)

// Receive returns Σ_j w_ij·s_j, the input current of neuron post through a projection whose
// presynaptic axons carry their signals of the given slot.
func (c *Circuit) Receive(p *synapse.Projection, post int, slot neuron.Slot) float64 {
	if c.spec.Executor == Compiled {
		return p.Input(post, slot)
	}
	var sum kernel.Sum
	for s := range p.Onto(post) {
		if !s.Lesioned() && !s.Fails() {
			sum.Add(s.Pre().Index(), s.Weight(), s.Pre().Sent(slot))
		}
	}
	return sum.Total()
}

// receiveFrom is Receive from the presynaptic neurons before end alone.
func (c *Circuit) receiveFrom(p *synapse.Projection, post, end int, slot neuron.Slot) float64 {
	if c.spec.Executor == Compiled {
		return kernel.Dot(dense.OfProjection(p).Transmitting(post)[:end], p.Pre().Sent(slot)[:end])
	}
	var sum kernel.Sum
	for s := range p.Onto(post) {
		if pre := s.Pre().Index(); pre < end && !s.Lesioned() && !s.Fails() {
			sum.Add(pre, s.Weight(), s.Pre().Sent(slot))
		}
	}
	return sum.Total()
}

// Transmit sets dst [post] to the input currents of all postsynaptic neurons of a
// projection. dst must not be the presynaptic signals.
func (c *Circuit) Transmit(dst []float64, p *synapse.Projection, slot neuron.Slot) {
	if c.spec.Executor == Compiled {
		p.Transmit(dst, slot)
		return
	}
	for i := range dst {
		dst[i] = c.Receive(p, i, slot)
	}
}

// Learn changes every synapse of a projection by its rule, at learning rate a.
func (c *Circuit) Learn(p *synapse.Projection, a float64) {
	if c.spec.Executor == Compiled {
		p.Learn(a)
		return
	}
	for s := range p.All() {
		s.Learn(a)
	}
}

// Rescale changes the scale of every output neuron by its rule, at learning rate a.
func (c *Circuit) Rescale(a float64) { c.rescale(c.outputs, a) }

// rescale changes the scales of a population by their rule, at learning rate a.
func (c *Circuit) rescale(p *neuron.Population, a float64) {
	if c.spec.Executor == Compiled {
		p.Rescale(a)
		return
	}
	for out := range p.Outputs() {
		out.Rescale(a)
	}
}

// carry sets dst to what the neurons at the end of a link receive while the axons at its
// start carry their signals of a slot.
func (c *Circuit) carry(dst []float64, l *link, slot neuron.Slot) {
	if l.back {
		c.transmitBack(dst, l.synapses, slot)
		return
	}
	c.Transmit(dst, l.synapses, slot)
	l.synapses.Receive(dst)
}

// transmitBack sets dst [pre] to what the presynaptic neurons of a projection receive if its
// synapses also carry signals the other way, from the postsynaptic axons: Σ_i w_ij·s_i, added
// in the order of i, each product fused. So the projection is its own transpose, seen from
// its other end.
func (c *Circuit) transmitBack(dst []float64, p *synapse.Projection, slot neuron.Slot) {
	clear(dst)
	if c.spec.Executor == Compiled {
		memory := dense.OfProjection(p)
		for i, s := range p.Post().Sent(slot) {
			kernel.Axpy(dst, s, memory.Transmitting(i))
		}
		return
	}
	for s := range p.All() { // post by post
		if !s.Lesioned() && !s.Fails() {
			j := s.Pre().Index()
			dst[j] = math.FMA(s.Post().Sent(slot), s.Weight(), dst[j])
		}
	}
}

// learn changes the synapses of a projection by its rule, if it has one.
func (c *Circuit) learn(l *link) {
	if !l.back && l.spec.Rule != nil {
		c.Learn(l.synapses, c.paceOf(l))
	}
}

// rescaleNode changes the scales of a population by its rule, if it has one.
func (c *Circuit) rescaleNode(n *node) {
	if !n.spec.Input && n.spec.Scale.Drive != nil {
		c.rescale(n.Population, c.scalePace(n))
	}
}

// addSigned adds currents to a sum, or subtracts them.
func addSigned(sum, currents []float64, subtract bool) {
	currents = currents[:len(sum)]
	if subtract {
		for i, v := range currents {
			sum[i] -= v
		}
		return
	}
	for i, v := range currents {
		sum[i] += v
	}
}
