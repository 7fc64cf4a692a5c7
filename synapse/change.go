package synapse

import (
	"fmt"
	"slices"

	"twophase/neuron"
)

// Stretch is the places of neighbours in a row: of what neuron Post receives from the
// presynaptic neurons First … End−1.
type Stretch struct{ Post, First, End int }

// changes holds the last changes of some synapses.
type changes struct {
	on     bool
	of     []Stretch       // whose changes are kept, row by row; nil until it is asked for
	rows   []int           // [post+1] the first stretch of each row
	places []int           // [stretch] where its changes begin
	last   []neuron.Change // stretch by stretch
}

// KeepChanges says whether the next changes are to be kept, for
// Synapse.LastChange: of all synapses, or of those chosen with KeepChangesOf. It
// costs time in proportion to their number at every step that it is on, and memory
// from the first time on.
func (p *Projection) KeepChanges(on bool) {
	if on && p.changes.of == nil {
		p.KeepChangesOf(p.everything())
	}
	if on && !p.changes.on {
		clear(p.changes.last)
	}
	p.changes.on = on
}

// KeepChangesOf chooses the synapses whose changes are kept while KeepChanges is on.
// The stretches are in order and do not overlap; it panics if they are not so or
// reach beyond the projection. What was kept is forgotten, unless the choice is the
// same as before.
func (p *Projection) KeepChangesOf(of []Stretch) {
	if err := p.checkStretches(of); err != nil {
		panic("synapse: " + err.Error())
	}
	c := &p.changes
	if c.of != nil && slices.Equal(c.of, of) {
		return
	}
	*c = changes{on: c.on, of: append([]Stretch{}, of...), rows: make([]int, p.post.Len()+1)}
	n := 0
	for _, s := range of {
		c.rows[s.Post+1]++
		c.places = append(c.places, n)
		n += s.End - s.First
	}
	for i := range p.post.Len() {
		c.rows[i+1] += c.rows[i]
	}
	c.last = make([]neuron.Change, n)
}

// checkStretches returns an error unless the stretches are in order and within the
// projection.
func (p *Projection) checkStretches(of []Stretch) error {
	before := Stretch{}
	for _, s := range of {
		ordered := s.Post > before.Post || s.Post == before.Post && s.First >= before.End
		if !ordered || s.First < 0 || s.Post >= p.post.Len() || s.First >= s.End || s.End > p.pre.Len() {
			return fmt.Errorf("%+v is not in order, or not in a projection of %d×%d", s, p.post.Len(), p.pre.Len())
		}
		before = s
	}
	return nil
}

// everything returns all places of the projection.
func (p *Projection) everything() []Stretch {
	all := make([]Stretch, p.post.Len())
	for i := range all {
		all[i] = Stretch{i, 0, p.pre.Len()}
	}
	return all
}

// at returns where the change of a place is kept, or nil.
func (c *changes) at(post, pre int) *neuron.Change {
	if !c.on {
		return nil
	}
	for i := c.rows[post]; i < c.rows[post+1]; i++ {
		if s := c.of[i]; s.First <= pre && pre < s.End {
			return &c.last[c.places[i]+pre-s.First]
		}
	}
	return nil
}

// note keeps the change that a synapse with weight w is about to make.
func (p *Projection) note(to *neuron.Change, w, a float64, post, pre neuron.Local) {
	*to = p.rule.parts(w, a, post, pre)
	to.Post, to.Pre = post.Activity, pre.Activity
}

// noteHeld keeps that a synapse does not move.
func noteHeld(to *neuron.Change, post, pre neuron.Local) {
	*to = neuron.Change{Post: post.Activity, Pre: pre.Activity}
}

// noteAll keeps the changes that the projection is about to make.
func (p *Projection) noteAll(a float64) {
	for i, s := range p.changes.of {
		row, post := p.Row(s.Post), p.post.Local(s.Post)
		last := p.changes.last[p.changes.places[i]:]
		for j := s.First; j < s.End; j++ {
			if to, pre := &last[j-s.First], p.pre.Local(j); p.frozen {
				noteHeld(to, post, pre)
			} else {
				p.note(to, row[j], a, post, pre)
			}
		}
		for _, h := range p.held[s.Post] {
			switch at := h.pre - s.First; {
			case h.pre < s.First || h.pre >= s.End:
			case h.state == absent:
				last[at] = neuron.Change{}
			default:
				noteHeld(&last[at], post, p.pre.Local(h.pre))
			}
		}
	}
}
