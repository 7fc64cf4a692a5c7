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

	// Row, if it is not nil, sets hebbian [pre] to the Hebbian parts of the changes of a row of weights w [pre], with the bits of
	// Change. Their decay parts are 0 then.
	Row func(hebbian, w []float64, a float64, post neuron.Local, pre neuron.Locals)
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
	for i := range p.post.Len() {
		row, post := p.Row(i), p.local(i)
		if r.Row != nil {
			r.Row(p.rowOfChanges(), row, a, post, p.pre.Locals(neuron.Currents{}))
			for j, hebbian := range p.changed {
				row[j] += hebbian
			}
			continue
		}
		for j, w := range row {
			row[j] = r.next(w, a, post, p.pre.Local(j))
		}
	}
	p.memory.RestoreHeld()
}

// rowOfChanges returns memory for the changes of a row. It is made when it is first needed, for a rule may come in mid-run.
func (p *Projection) rowOfChanges() []float64 {
	if p.changed == nil {
		p.changed = kernel.Vector(p.pre.Len())
	}
	return p.changed
}
