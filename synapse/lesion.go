package synapse

import "twophase/internal/numerics/dense"

// Lesion destroys the synapse: its weight stays 0, so that it neither transmits nor learns.
func (s Synapse) Lesion() {
	row := s.projection.Row(s.post)
	s.projection.memory.Release(s.post, s.pre)
	s.projection.memory.Hold(s.post, dense.Held{Pre: s.pre, Why: dense.Lesioned})
	row[s.pre] = 0
}

// Lesioned reports whether the synapse is lesioned.
func (s Synapse) Lesioned() bool { return s.plasticity() == dense.Lesioned }

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
