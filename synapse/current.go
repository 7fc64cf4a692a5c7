package synapse

import (
	"twophase/internal/kernel"
	"twophase/neuron"
)

// KeepCurrents makes the projection keep what its postsynaptic neurons received last, for
// rules that use the current of one compartment (neuron.Local).
func (p *Projection) KeepCurrents() {
	if p.received.Last == nil {
		p.received.Last = kernel.Vector(p.post.Len())
	}
}

// KeepMeanCurrents makes the projection keep the currents and a running mean of them.
func (p *Projection) KeepMeanCurrents(w neuron.Window) {
	p.KeepCurrents()
	if p.received.Mean == nil {
		p.received.Mean = kernel.Vector(p.post.Len())
	}
	p.window = w
}

// Currents returns what the postsynaptic neurons received last, and its running mean, for
// reading only. Each is nil if it is not kept.
func (p *Projection) Currents() neuron.Currents { return p.received }

// Receive keeps the currents [post] that the postsynaptic neurons receive now, if they are
// kept.
func (p *Projection) Receive(currents []float64) {
	if p.received.Last != nil {
		copy(p.received.Last, currents)
	}
}

// Average updates the running mean of the currents at step t, from 1, if there is one.
func (p *Projection) Average(t int) {
	if p.received.Mean != nil {
		p.window.Update(p.received.Mean, p.received.Last, t)
	}
}

// local returns what a postsynaptic neuron knows of itself and of this projection.
func (p *Projection) local(post int) neuron.Local { return p.received.Of(p.post.Local(post), post) }
