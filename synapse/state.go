package synapse

import (
	"fmt"
	"slices"

	"twophase/internal/kernel"
)

// State is all that a projection remembers from one stimulus to the next, as plain
// data.
type State struct {
	Weights []float64 // [post×pre], row-major
	Held    []Held    // the synapses that were frozen one by one, or lesioned, row by row
	Frozen  bool      // the whole projection is frozen

	KeepsChanges   bool      // the parts of changes are kept:
	Hebbian, Decay []float64 // of the last one [post×pre], nil if they are not
}

// Held is a synapse that does not learn: it is frozen, or lesioned.
type Held struct {
	Post, Pre int
	Lesioned  bool
}

// State returns the projection's state, as a copy.
func (p *Projection) State() State {
	s := State{Weights: p.Weights(), Frozen: p.frozen, KeepsChanges: p.parts.on}
	for post, held := range p.held {
		for _, h := range held {
			if h.state != absent {
				s.Held = append(s.Held, Held{post, h.pre, h.state == lesioned})
			}
		}
	}
	if p.parts.on {
		s.Hebbian, s.Decay = slices.Clone(p.parts.hebbian), slices.Clone(p.parts.decay)
	}
	return s
}

// Restore gives the projection, of which no synapse is frozen or lesioned, a state
// that another of its size had. It returns an error, and leaves the projection of no
// further use, if the state is not such a one.
func (p *Projection) Restore(s State) error {
	if err := p.SetWeights(s.Weights); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	p.frozen = s.Frozen
	for _, h := range s.Held {
		if !p.Has(h.Post, h.Pre) {
			return fmt.Errorf("restore: there is no synapse %s[%d,%d] to hold", p.name, h.Post, h.Pre)
		}
		if synapse := p.Synapse(h.Post, h.Pre); h.Lesioned {
			synapse.Lesion()
		} else {
			synapse.Freeze()
		}
	}
	p.KeepChanges(s.KeepsChanges)
	if !s.KeepsChanges {
		return nil
	}
	if n := p.post.Len() * p.pre.Len(); len(s.Hebbian) != n || len(s.Decay) != n || !kernel.Finite(s.Hebbian) || !kernel.Finite(s.Decay) {
		return fmt.Errorf("restore %s: the parts of its last change are not 2×%d finite numbers", p.name, n)
	}
	copy(p.parts.hebbian, s.Hebbian)
	copy(p.parts.decay, s.Decay)
	return nil
}
