package synapse

import "twophase/internal/dense"

// Lesions returns the number of lesioned synapses of the projection.
func (p *Projection) Lesions() (n int) {
	for i := range p.post.Len() {
		for _, h := range p.memory.Held(i) {
			if h.Why == dense.Lesioned {
				n++
			}
		}
	}
	return n
}
