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
	p.changeRest(nil)
	p.putBack()
}

// Input returns Σ_j w_ij·s_j: what neuron post receives while the presynaptic
// axons carry their signals of the given slot.
func (p *Projection) Input(post int, slot neuron.Slot) float64 {
	return kernel.Dot(p.Transmitting(post), p.pre.Signals(slot))
}

// Transmit sets dst [post] to what every postsynaptic neuron receives while
// the presynaptic axons carry their signals of the given slot. dst must not be
// those signals.
func (p *Projection) Transmit(dst []float64, slot neuron.Slot) {
	if p.failures.on {
		p.transmitFailing(dst, slot)
		return
	}
	p.transmit(p.pre.Signals(slot))
	p.weights.Total(dst)
}

// transmit makes the change that is pending, if there is one, and sends signals
// [pre], in one pass. What each neuron receives is left in the partial sums of
// the weights. Rows of which some synapses do not learn are sent again, with
// those weights put back.
func (p *Projection) transmit(signals []float64) {
	if !p.pending {
		p.weights.Forward(signals)
		return
	}
	p.changeRest(signals)
	if p.holds == 0 {
		return
	}
	for i, held := range p.held {
		if len(held) > 0 {
			p.putBackRow(i)
			p.weights.ForwardRow(i, signals)
		}
	}
}
