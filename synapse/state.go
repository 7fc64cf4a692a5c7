package synapse

import (
	"fmt"
	"slices"

	"twophase/internal/kernel"
	"twophase/neuron"
)

// State is all that a projection remembers from one stimulus to the next, as plain
// data.
type State struct {
	Weights []float64 // [post×pre], row-major
	Held    []Held    // the synapses that were frozen one by one, or lesioned, row by row
	Frozen  bool      // the whole projection is frozen

	KeepsChanges bool      // changes are kept:
	Kept         []Stretch // of these synapses, nil if they are not;
	Changes      []float64 // the last ones in that order, each in the order of neuron.Change
}

// Held is a synapse that does not learn: it is frozen, or lesioned.
type Held struct {
	Post, Pre int
	Lesioned  bool
}

// State returns the projection's state, as a copy.
func (p *Projection) State() State {
	s := State{Weights: p.Weights(), Frozen: p.frozen, KeepsChanges: p.changes.on}
	for post, held := range p.held {
		for _, h := range held {
			if h.state != absent {
				s.Held = append(s.Held, Held{post, h.pre, h.state == lesioned})
			}
		}
	}
	if p.changes.on {
		s.Kept = slices.Clone(p.changes.of)
		for _, c := range p.changes.last {
			s.Changes = append(s.Changes, c.Hebbian, c.Decay, c.Rounding, c.Nonlocal, c.Unlearning, c.Pre, c.Post)
		}
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
	if !s.KeepsChanges {
		p.KeepChanges(false)
		return nil
	}
	if err := p.checkStretches(s.Kept); err != nil {
		return fmt.Errorf("restore %s: the synapses whose changes are kept: %w", p.name, err)
	}
	p.KeepChangesOf(s.Kept)
	p.KeepChanges(true)
	const each = 7
	if len(s.Changes) != each*len(p.changes.last) || !kernel.Finite(s.Changes) {
		return fmt.Errorf("restore %s: the parts of its last change are not %d×%d finite numbers", p.name, len(p.changes.last), each)
	}
	for i := range p.changes.last {
		v := s.Changes[each*i:]
		p.changes.last[i] = neuron.Change{Hebbian: v[0], Decay: v[1], Rounding: v[2], Nonlocal: v[3], Unlearning: v[4], Pre: v[5], Post: v[6]}
		if v[3] != 0 || v[4] != 0 {
			p.changes.alter(p.pre.Len())
		}
	}
	return nil
}
