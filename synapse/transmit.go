package synapse

import (
	"math"

	"twophase/internal/kernel"
	"twophase/neuron"
)

// Input returns Σ_j w_ij·s_j: what neuron post receives while the presynaptic
// axons carry their signals of the given slot.
func (p *Projection) Input(post int, slot neuron.Slot) float64 {
	return kernel.Dot(p.memory.Transmitting(post), p.pre.Sent(slot))
}

// Transmit sets dst [post] to what every postsynaptic neuron receives while
// the presynaptic axons carry their signals of the given slot. dst must not be
// those signals.
func (p *Projection) Transmit(dst []float64, slot neuron.Slot) {
	if p.memory.Failing() {
		for i := range dst {
			dst[i] = p.Input(i, slot)
		}
		return
	}
	p.memory.Send(p.pre.Sent(slot))
	p.memory.Received(dst)
}

// TransmitBack sets dst [pre] to what the presynaptic neurons receive if the synapses also
// carry signals the other way, from the postsynaptic axons in the given slot: Σ_i w_ij·s_i,
// added in the order of i, each product fused. So the projection is its own transpose, seen
// from its other end.
func (p *Projection) TransmitBack(dst []float64, slot neuron.Slot) {
	clear(dst)
	for i, s := range p.post.Sent(slot) {
		kernel.Axpy(dst, s, p.memory.Transmitting(i))
	}
}

// InputBack returns what presynaptic neuron pre receives by TransmitBack.
func (p *Projection) InputBack(pre int, slot neuron.Slot) float64 {
	sum := 0.0
	for i := range p.post.Len() {
		if !p.Has(i, pre) {
			continue
		}
		if s := (Synapse{p, i, pre}); !s.Lesioned() && !s.Fails() {
			sum = math.FMA(p.post.Neuron(i).Sent(slot), s.Weight(), sum)
		}
	}
	return sum
}

// Transmitting returns the weights by which neuron post receives now [pre], 0 where there
// is no synapse or it does not transmit. It is for reading only, until the next call.
func (p *Projection) Transmitting(post int) []float64 { return p.memory.Transmitting(post) }

// Fails reports whether the synapse fails to transmit for now.
func (s Synapse) Fails() bool { return s.projection.memory.Fails(s.post, s.pre) }
