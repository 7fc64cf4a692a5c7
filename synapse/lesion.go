package synapse

import "twophase/internal/numerics/dense"

// Lesion destroys the synapse: its weight stays 0, so that it neither transmits nor learns.
func (s Synapse) Lesion() { s.remove(dense.Lesioned) }

// Lesioned reports whether the synapse is lesioned.
func (s Synapse) Lesioned() bool { return s.plasticity() == dense.Lesioned }

// Prune removes the synapse for now: as if lesioned, but Grow can form it anew.
func (s Synapse) Prune() { s.remove(dense.Vacant) }

// Grow forms a synapse with weight w at a vacant place. It does nothing elsewhere.
func (s Synapse) Grow(w float64) {
	if s.Vacant() {
		s.projection.memory.Release(s.post, s.pre)
		s.set(w)
	}
}

// Vacant reports whether the synapse was pruned, or has not grown yet.
func (s Synapse) Vacant() bool { return s.plasticity() == dense.Vacant }

// Gone reports whether the synapse is lesioned or vacant: its weight is 0, and it neither transmits nor learns.
func (s Synapse) Gone() bool { return s.Lesioned() || s.Vacant() }

func (s Synapse) remove(why dense.Plasticity) {
	row := s.projection.Row(s.post)
	s.projection.memory.Release(s.post, s.pre)
	s.projection.memory.Hold(s.post, dense.Held{Pre: s.pre, Why: why})
	row[s.pre] = 0
}

// Gone returns the number of synapses of the projection that are lesioned or vacant.
func (p *Projection) Gone() (n int) {
	for i := range p.post.Len() {
		for _, h := range p.memory.Held(i) {
			if h.Why == dense.Lesioned || h.Why == dense.Vacant {
				n++
			}
		}
	}
	return n
}
