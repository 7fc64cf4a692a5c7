package synapse

import (
	"fmt"
	"slices"

	"twophase/internal/numerics/dense"
	"twophase/internal/numerics/kernel"
	"twophase/neuron"
)

// State is what a projection keeps from one stimulus to the next, as plain data.
type State struct {
	Weights []float64 // [post×pre], row-major
	Held    []Held    // the synapses that were frozen one by one or lesioned, or are vacant, row by row
	Frozen  bool      // the whole projection is frozen

	KeepsChanges bool      // changes are kept
	Kept         []Stretch // the synapses chosen for that; nil: none were chosen
	Changes      []float64 // of these synapses: Hebbian, Decay, Rounding, Nonlocal, Unlearning, Pre, Post and, of several products, Second, Third; nil if not kept

	Current, MeanCurrent []float64 `json:",omitempty"` // [post], nil if they are not kept
}

// Held is a synapse that does not learn: it is lesioned, vacant, or else frozen.
type Held struct {
	Post, Pre int
	Lesioned  bool
	Vacant    bool `json:",omitempty"`
}

// State returns the projection's state, as a copy.
func (p *Projection) State() State {
	s := State{
		Weights: p.Weights(), Frozen: p.memory.Frozen, KeepsChanges: p.memory.KeepsChanges, Kept: slices.Clone(p.changes.of),
		Current: slices.Clone(p.received.Last), MeanCurrent: slices.Clone(p.received.Mean),
	}
	for post := range p.post.Len() {
		for _, h := range p.memory.Held(post) {
			if h.Why != dense.Absent {
				s.Held = append(s.Held, Held{post, h.Pre, h.Why == dense.Lesioned, h.Why == dense.Vacant})
			}
		}
	}
	if p.memory.KeepsChanges {
		for i := range p.changes.last {
			for _, part := range p.parts(&p.changes.last[i]) {
				s.Changes = append(s.Changes, *part)
			}
		}
	}
	return s
}

// Restore gives the projection the state of another one of its size. It must have no frozen
// or lesioned synapse; places that are vacant at the start need not stay so. If the state is not valid, it returns an error, and the projection
// cannot be used any more.
func (p *Projection) Restore(s State) error {
	for synapse := range p.All() {
		synapse.Grow(0)
	}
	if err := p.SetWeights(s.Weights); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	p.memory.Frozen = s.Frozen
	for _, h := range s.Held {
		if !p.Has(h.Post, h.Pre) {
			return fmt.Errorf("restore: there is no synapse %s[%d,%d] to hold", p.name, h.Post, h.Pre)
		}
		switch synapse := p.Synapse(h.Post, h.Pre); {
		case h.Lesioned:
			synapse.Lesion()
		case h.Vacant:
			synapse.Prune()
		default:
			synapse.Freeze()
		}
	}
	if err := p.checkStretches(s.Kept); err != nil {
		return fmt.Errorf("restore %s: the synapses whose changes are kept: %w", p.name, err)
	}
	if s.KeepsChanges || s.Kept != nil {
		p.KeepChangesOf(s.Kept)
	}
	p.KeepChanges(s.KeepsChanges)
	if err := p.restoreCurrents(s); err != nil || !s.KeepsChanges {
		return err
	}
	each := len(p.parts(&neuron.Change{}))
	if len(s.Changes) != each*len(p.changes.last) || !kernel.Finite(s.Changes) {
		return fmt.Errorf("restore %s: the parts of its last change are not %d×%d finite numbers", p.name, len(p.changes.last), each)
	}
	for i := range p.changes.last {
		c := &p.changes.last[i]
		for at, part := range p.parts(c) {
			*part = s.Changes[each*i+at]
		}
		if c.Nonlocal != 0 || c.Unlearning != 0 {
			p.changes.alter(p.pre.Len())
		}
	}
	return nil
}

// parts returns the addresses of the parts of a change, in the order of a State. Second and
// Third are among them if the rule has several products.
func (p *Projection) parts(c *neuron.Change) []*float64 {
	parts := []*float64{&c.Hebbian, &c.Decay, &c.Rounding, &c.Nonlocal, &c.Unlearning, &c.Pre, &c.Post}
	if len(p.also) > 0 {
		parts = append(parts, &c.Second, &c.Third)
	}
	return parts
}

// restoreCurrents gives the projection the currents of a state.
func (p *Projection) restoreCurrents(s State) error {
	for _, v := range []struct {
		name     string
		dst, src []float64
	}{{"currents", p.received.Last, s.Current}, {"mean currents", p.received.Mean, s.MeanCurrent}} {
		if len(v.dst) != len(v.src) || !kernel.Finite(v.src) {
			return fmt.Errorf("restore %s: the %s are not %d finite numbers", p.name, v.name, len(v.dst))
		}
		copy(v.dst, v.src)
	}
	return nil
}
