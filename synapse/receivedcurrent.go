package synapse

import (
	"twophase/internal/numerics/kernel"
	"twophase/neuron"
)

// KeepCurrents makes the projection keep the input currents of its postsynaptic neurons, for
// rules that use the current of one compartment (neuron.Local). With a mean it also keeps
// running means of them. It is for package circuit, which calls it once.
func (p *Projection) KeepCurrents(mean *neuron.Window) {
	p.received.Last = kernel.Vector(p.post.Len())
	if mean != nil {
		p.received.Mean, p.window = kernel.Vector(p.post.Len()), *mean
	}
}

// Currents returns the latest input currents of the postsynaptic neurons and their running
// means, for reading only. Each is nil if it is not kept.
func (p *Projection) Currents() neuron.Currents { return p.received }

// Receive stores the input currents [post] of the postsynaptic neurons, if the projection
// keeps them. It is for package circuit, which calls it when signals arrive.
func (p *Projection) Receive(currents []float64) {
	if p.received.Last != nil {
		copy(p.received.Last, currents)
	}
}

// Average updates the running means of the currents at step t, from 1, if the projection keeps
// them.
func (p *Projection) Average(t int) {
	if p.received.Mean != nil {
		p.window.Update(p.received.Mean, p.received.Last, t)
	}
}

// local returns what a postsynaptic neuron knows of itself and of this projection.
func (p *Projection) local(post int) neuron.Local { return p.received.Of(p.post.Local(post), post) }
