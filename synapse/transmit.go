package synapse

import (
	"twophase/internal/kernel"
	"twophase/neuron"
)

// Input returns Σ_j w_ij·s_j: what neuron post receives while the presynaptic
// axons carry their signals of the given slot.
func (p *Projection) Input(post int, slot neuron.Slot) float64 {
	return kernel.Dot(p.Row(post), p.pre.Signals(slot))
}

// Transmit sets dst [post] to what every postsynaptic neuron receives while
// the presynaptic axons carry their signals of the given slot. dst must not be
// those signals.
func (p *Projection) Transmit(dst []float64, slot neuron.Slot) {
	signals := p.pre.Signals(slot)
	for i := range dst {
		dst[i] = kernel.Dot(p.Row(i), signals)
	}
}
