package synapse

import (
	"fmt"
	"slices"

	"twophase/internal/kernel"
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

	altered bool      // in this step, by AlterPart:
	before  []float64 // [pre]: a row before it
	lost    []float64 // [as last]: what the parts made so far lack to the last digit
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
		clear(p.changes.lost)
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

// at returns the place where the change of a synapse is kept, or −1.
func (c *changes) at(post, pre int) int {
	if !c.on {
		return -1
	}
	for i := c.rows[post]; i < c.rows[post+1]; i++ {
		if s := c.of[i]; s.First <= pre && pre < s.End {
			return c.places[i] + pre - s.First
		}
	}
	return -1
}

// LastChanges returns the last changes of the synapses onto neuron post from
// neighbours, first … end−1, as the projection's own memory; it is valid until the
// projection learns. It is nil unless the changes of all of them are kept.
func (p *Projection) LastChanges(post, first, end int) []neuron.Change {
	c := &p.changes
	if !c.on {
		return nil
	}
	for i := c.rows[post]; i < c.rows[post+1]; i++ {
		if s := c.of[i]; s.First <= first && end <= s.End {
			return c.last[c.places[i]:][first-s.First : end-s.First]
		}
	}
	return nil
}

// note keeps the change that a synapse with weight w is about to make.
func (p *Projection) note(to *neuron.Change, w, a float64, post, pre neuron.Local) {
	c := p.rule.parts(w, a, post, pre)
	to.Hebbian, to.Decay, to.Rounding = c.Hebbian, c.Decay, c.Rounding
	to.Post, to.Pre = post.Activity, pre.Activity
}

// join gives the parts of a change that was noted what those before it have lost.
func (c *changes) join(at int) {
	if c.altered && c.lost[at] != 0 {
		to := &c.last[at]
		to.Hebbian, to.Rounding = kernel.Join(to.Hebbian, to.Rounding, c.lost[at])
		c.lost[at] = 0
	}
}

// noteHeld keeps that a synapse does not move.
func noteHeld(to *neuron.Change, post, pre neuron.Local) {
	*to = neuron.Change{Post: post.Activity, Pre: pre.Activity}
}

// noteAll keeps the changes that the projection is about to make, if they are asked
// for: note keeps those of a stretch whose synapses all learn.
func (p *Projection) noteAll(note func(to []neuron.Change, s Stretch)) {
	if !p.changes.on {
		return
	}
	for i, s := range p.changes.of {
		to := p.changes.last[p.changes.places[i]:][:s.End-s.First]
		note(to, s)
		if p.changes.altered {
			for at := range to {
				p.changes.join(p.changes.places[i] + at)
			}
		}
		for _, h := range p.held[s.Post] {
			switch at := h.pre - s.First; {
			case at < 0 || at >= len(to):
			case h.state == absent:
				to[at] = neuron.Change{}
			default:
				noteHeld(&to[at], p.post.Local(s.Post), p.pre.Local(h.pre))
			}
		}
	}
}

// noteFrozen keeps that nothing moves in a projection that is frozen.
func (p *Projection) noteFrozen() {
	p.noteAll(func(to []neuron.Change, s Stretch) {
		for i := range to {
			noteHeld(&to[i], p.post.Local(s.Post), p.pre.Local(s.First+i))
		}
	})
}
