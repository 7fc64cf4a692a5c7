package synapse

import (
	"fmt"

	"twophase/internal/kernel"
	"twophase/neuron"
)

// Pairwise is a local rule that does not factor: Change sees one weight, the
// learning rate and the two endpoints, and returns the Hebbian and the decay
// part of the change. It is called for every place of the projection at every step, also
// where a synapse is absent, frozen or lesioned, and once more if changes are
// kept, so it is the slow way to learn; where a rule factors, write it as
// Factored. Change must depend on its arguments only. What it returns are the parts of
// the change, neuron.Change, whose sum is exact to the last digit of its Rounding.
type Pairwise struct {
	Name     string
	Equation string // Δw in mathematics
	Change   func(w, a float64, post, pre neuron.Local) (hebbian, decay float64)
}

// String implements Rule.
func (r Pairwise) String() string { return r.Name }

// Formula implements Rule.
func (r Pairwise) Formula() string { return r.Equation }

// Validate implements Rule.
func (r Pairwise) Validate() error {
	if r.Change == nil {
		return fmt.Errorf("rule %q lacks its function Change", r.Name)
	}
	return nil
}

func (r Pairwise) next(w, a float64, post, pre neuron.Local) float64 {
	hebbian, decay := r.Change(w, a, post, pre)
	return (w + decay) + hebbian
}

// parts are what Change says, and what is left. The roundings of both additions are
// left, which is a number if the first one is exact (as it is if decay is between −2w
// and −w/2, or takes digits that w has) and otherwise may be rounded itself.
func (r Pairwise) parts(w, a float64, post, pre neuron.Local) (c neuron.Change) {
	c.Hebbian, c.Decay = r.Change(w, a, post, pre)
	c.Rounding, _ = kernel.Left(w, (w+c.Decay)+c.Hebbian, c.Hebbian, c.Decay)
	return c
}

func (r Pairwise) learn(p *Projection, a float64) {
	p.noteAll(func(to []neuron.Change, s Stretch) {
		row, post := p.Row(s.Post), p.post.Local(s.Post)
		for i := range to {
			p.note(&to[i], row[s.First+i], a, post, p.pre.Local(s.First+i))
		}
	})
	for i := range p.post.Len() {
		row, post := p.Row(i), p.post.Local(i)
		for j, w := range row {
			row[j] = r.next(w, a, post, p.pre.Local(j))
		}
	}
	p.putBack()
}
