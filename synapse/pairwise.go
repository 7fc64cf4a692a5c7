package synapse

import (
	"fmt"

	"twophase/internal/numerics/kernel"
	"twophase/neuron"
)

// Pairwise is a local rule that does not factor. Change gets one weight, the learning rate
// and the two endpoints, and returns the Hebbian and the decay part of the change. It must
// depend on its arguments only. The sum of the parts, neuron.Change, is exact to the last
// digit of its Rounding.
//
// Change is called for every place of the projection at every step, also where a synapse is
// absent, frozen or lesioned, and once more if changes are kept. So a Pairwise rule is slow:
// write a rule that factors as Factored.
type Pairwise struct {
	Name     string
	Equation string // Δw in mathematics
	Text     string // the rule as a formula of an experiment file; "" if it is none
	Change   func(w, a float64, post, pre neuron.Local) (hebbian, decay float64)

	// Rows, if it is not nil, makes the changes of all weights w [post×stride], with the bits of Change: each depends on one weight
	// and its two endpoints. Their decay parts are 0 then. What it writes between two rows does not count.
	Rows func(w []float64, stride int, a float64, post, pre neuron.Locals)
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

// parts returns the parts of Change, with the rounding errors of both additions as Rounding.
// Their sum is a float64 if the first addition is exact, as it is for a decay between −2w
// and −w/2. Otherwise it may be rounded itself.
func (r Pairwise) parts(w, a float64, post, pre neuron.Local) (c neuron.Change) {
	c.Hebbian, c.Decay = r.Change(w, a, post, pre)
	c.Rounding, _ = kernel.Left(w, (w+c.Decay)+c.Hebbian, c.Hebbian, c.Decay)
	return c
}

func (r Pairwise) learn(p *Projection, a float64) {
	p.noteAll(func(to []neuron.Change, s Stretch) {
		row, post := p.Row(s.Post), p.local(s.Post)
		for i := range to {
			p.note(&to[i], row[s.First+i], a, post, p.pre.Local(s.First+i))
		}
	})
	defer p.memory.RestoreHeld()
	if r.Rows != nil {
		w, stride := p.memory.Padded()
		r.Rows(w, stride, a, p.post.Locals(p.received), p.pre.Locals(neuron.Currents{}))
		for end := p.pre.Len(); end < len(w); end += stride {
			clear(w[end:min(end+stride-p.pre.Len(), len(w))])
		}
		return
	}
	for i := range p.post.Len() {
		row, post := p.Row(i), p.local(i)
		for j, w := range row {
			row[j] = r.next(w, a, post, p.pre.Local(j))
		}
	}
}
