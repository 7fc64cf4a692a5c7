package synapse

import (
	"fmt"
	"slices"

	"twophase/internal/numerics/dense"
	"twophase/internal/numerics/kernel"
	"twophase/neuron"
)

// Stretch is a range of synapses in a row: those onto neuron Post from the presynaptic
// neurons First … End−1.
type Stretch struct{ Post, First, End int }

// changes holds the last changes of some synapses.
type changes struct {
	of     []Stretch       // the synapses whose changes are kept, row by row; nil until they are chosen
	rows   []int           // [post+1] the first stretch of each row
	places []int           // [stretch] where its changes begin
	last   []neuron.Change // stretch by stretch

	altered bool      // AlterPart was called in this step
	before  []float64 // [pre]: a row before AlterPart
	lost    []float64 // [as last]: the rounding errors of the parts so far
}

// KeepChanges sets whether the next changes are kept, for Synapse.LastChange: those of all
// synapses, or of the ones chosen with KeepChangesOf. While it is on, every step takes time
// in proportion to their number.
func (p *Projection) KeepChanges(on bool) {
	if on && p.changes.of == nil {
		p.KeepChangesOf(p.everything())
	}
	if on && !p.memory.KeepsChanges {
		clear(p.changes.last)
		clear(p.changes.lost)
	}
	p.memory.KeepsChanges = on
}

// KeepChangesOf chooses the synapses whose changes are kept while KeepChanges is on. The
// stretches must be in order, must not overlap, and must be within the projection, or it
// panics. A new choice drops the changes kept before. It is for recorders.
func (p *Projection) KeepChangesOf(of []Stretch) {
	if err := p.checkStretches(of); err != nil {
		panic("synapse: " + err.Error())
	}
	c := &p.changes
	if c.of != nil && slices.Equal(c.of, of) {
		return
	}
	*c = changes{of: append([]Stretch{}, of...), rows: make([]int, p.post.Len()+1)}
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

// changeAt returns the place where the change of a synapse is kept, or −1.
func (p *Projection) changeAt(post, pre int) int {
	c := &p.changes
	if !p.memory.KeepsChanges {
		return -1
	}
	for i := c.rows[post]; i < c.rows[post+1]; i++ {
		if s := c.of[i]; s.First <= pre && pre < s.End {
			return c.places[i] + pre - s.First
		}
	}
	return -1
}

// LastChanges returns the last changes of the synapses onto neuron post from the presynaptic
// neurons first … end−1, as the projection's own memory. It is valid until the projection
// learns, and nil unless the changes of all of them are kept. It is for recorders; others
// call Synapse.LastChange.
func (p *Projection) LastChanges(post, first, end int) []neuron.Change {
	c := &p.changes
	if !p.memory.KeepsChanges {
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
	to.Second, to.Third = c.Second, c.Third
	to.Post, to.Pre = post.Activity, pre.Activity
}

// join adds the rounding errors of earlier parts to a change.
func (c *changes) join(at int) {
	if c.altered && c.lost[at] != 0 {
		to := &c.last[at]
		to.Hebbian, to.Rounding = kernel.Join(to.Hebbian, to.Rounding, c.lost[at])
		c.lost[at] = 0
	}
}

// noteHeld keeps the change of a synapse that does not learn.
func noteHeld(to *neuron.Change, post, pre neuron.Local) {
	*to = neuron.Change{Post: post.Activity, Pre: pre.Activity}
}

// noteAll keeps the changes that the projection is about to make, if changes are kept. note
// fills in those of a stretch as if all its synapses learnt.
func (p *Projection) noteAll(note func(to []neuron.Change, s Stretch)) {
	if !p.memory.KeepsChanges {
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
		for _, h := range p.memory.Held(s.Post) {
			switch at := h.Pre - s.First; {
			case at < 0 || at >= len(to):
			case h.Why == dense.Absent:
				to[at] = neuron.Change{}
			default:
				noteHeld(&to[at], p.post.Local(s.Post), p.pre.Local(h.Pre))
			}
		}
	}
}

// noteFrozen keeps the changes of a frozen projection.
func (p *Projection) noteFrozen() {
	p.noteAll(func(to []neuron.Change, s Stretch) {
		for i := range to {
			noteHeld(&to[i], p.post.Local(s.Post), p.pre.Local(s.First+i))
		}
	})
}
