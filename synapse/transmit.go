package synapse

import (
	"twophase/internal/kernel"
	"twophase/neuron"
)

// settle makes the change that is pending, if there is one. A change that a
// factored rule decides on is put off until the next signals travel, so that one
// pass over the weights does both; whoever wants to see or touch a weight before
// that settles first. Nobody can tell the difference.
func (p *Projection) settle() {
	if !p.pending {
		return
	}
	p.pending = false
	p.weights.Update(p.factors.keep, p.factors.postDrive, p.factors.preDrive)
	p.putBack()
}

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
	if p.pending && !p.holds {
		p.pending = false
		p.weights.UpdateForward(dst, signals, p.factors.keep, p.factors.postDrive, p.factors.preDrive)
		return
	}
	p.settle()
	p.weights.Forward(dst, signals)
}
