package synapse

import (
	"twophase/internal/kernel"
	"twophase/neuron"
)

// AlterPart is Alter of all weights onto neuron post, for a phase that learns before
// the projection does: if changes are kept, what it makes of them is noted as a part.
func (p *Projection) AlterPart(part neuron.Part, post int, change func(w []float64)) {
	c, n := &p.changes, p.pre.Len()
	if !c.on || p.frozen {
		p.Alter(post, 0, n, change)
		return
	}
	c.alter(n)
	p.Alter(post, 0, n, func(w []float64) {
		copy(c.before, w)
		change(w)
	})
	row := p.weights.Row(post)
	for i := c.rows[post]; i < c.rows[post+1]; i++ {
		for j := c.of[i].First; j < c.of[i].End; j++ {
			at := c.places[i] + j - c.of[i].First
			to := c.last[at].Part(part)
			sum, lost := kernel.Moved(*to, c.before[j], row[j])
			*to = sum
			c.lost[at] += lost
		}
	}
}

// alter says that rows of n weights are altered in this step.
func (c *changes) alter(n int) {
	if c.before == nil {
		c.before, c.lost = make([]float64, n), make([]float64, len(c.last))
	}
	c.altered = true
}

// BeginChanges begins a step: the parts that AlterPart notes from now on are those of
// the next change.
func (p *Projection) BeginChanges() {
	if p.changes.altered {
		p.changes.begin()
	}
}

func (c *changes) begin() {
	for i := range c.last {
		c.last[i].Nonlocal, c.last[i].Unlearning = 0, 0
	}
	clear(c.lost)
	c.altered = false
}
