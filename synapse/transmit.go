package synapse

import (
	"twophase/internal/numerics/kernel"
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

// Fails reports whether the synapse fails to transmit for now.
func (s Synapse) Fails() bool { return s.projection.memory.Fails(s.post, s.pre) }
