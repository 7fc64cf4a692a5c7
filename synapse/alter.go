package synapse

import (
	"twophase/internal/numerics/kernel"
	"twophase/neuron"
)

// Alter calls change to rewrite the weights onto neuron post from the presynaptic neurons
// from … end−1. Absent, frozen and lesioned synapses keep their weights. It is for phases
// that rewrite weights without learning, such as noise.
func (p *Projection) Alter(post, from, end int, change func(w []float64)) {
	if !p.memory.Frozen {
		p.memory.Rewrite(p.Len(), post, from, end, change)
	}
}

// Alter is Projection.Alter for this synapse alone, which gets the weight w.
func (s Synapse) Alter(w float64) {
	if !s.Frozen() && !s.Gone() {
		s.projection.Row(s.post)[s.pre] = w
	}
}

// Clip is Alter for phases that set weights to 0 as a part of learning. If changes are kept, what a weight
// loses joins their rounding (kernel.Clipped).
func (p *Projection) Clip(post, from, end int, change func(w []float64)) {
	c := &p.changes
	if !p.memory.KeepsChanges || p.memory.Frozen {
		p.Alter(post, from, end, change)
		return
	}
	c.alter(p.pre.Len())
	p.Alter(post, from, end, func(w []float64) {
		copy(c.before[from:end], w)
		change(w)
	})
	row := p.memory.Stored(post)
	for i := c.rows[post]; i < c.rows[post+1]; i++ {
		for j := max(from, c.of[i].First); j < min(end, c.of[i].End); j++ {
			c.clipped(c.places[i]+j-c.of[i].First, c.before[j], row[j])
		}
	}
}

// Clip is Projection.Clip for this synapse alone, which gets the weight w.
func (s Synapse) Clip(w float64) {
	before := s.Weight()
	s.Alter(w)
	if at := s.projection.changeAt(s.post, s.pre); at >= 0 {
		s.projection.changes.clipped(at, before, s.Weight())
	}
}

// clipped notes that a weight became 0, if it did.
func (c *changes) clipped(at int, before, w float64) {
	if to := &c.last[at]; before != w {
		to.Hebbian, to.Decay, to.Rounding = kernel.Clipped(to.Hebbian, to.Decay, to.Rounding, before)
	}
}

// AlterPart is Alter of all weights onto neuron post, for phases that learn before the rule
// does. If changes are kept, it adds the difference to that part of them.
func (p *Projection) AlterPart(part neuron.Part, post int, change func(w []float64)) {
	c, n := &p.changes, p.pre.Len()
	if !p.memory.KeepsChanges || p.memory.Frozen {
		p.Alter(post, 0, n, change)
		return
	}
	c.alter(n)
	p.Alter(post, 0, n, func(w []float64) {
		copy(c.before, w)
		change(w)
	})
	row := p.memory.Stored(post)
	for i := c.rows[post]; i < c.rows[post+1]; i++ {
		for j := c.of[i].First; j < c.of[i].End; j++ {
			c.moved(part, c.places[i]+j-c.of[i].First, c.before[j], row[j])
		}
	}
}

// AlterPart is Projection.AlterPart for this synapse alone.
func (s Synapse) AlterPart(part neuron.Part, w float64) {
	if s.Frozen() || s.Gone() {
		return
	}
	before := s.Weight()
	s.Alter(w)
	p := s.projection
	if at := p.changeAt(s.post, s.pre); at >= 0 {
		c := &p.changes
		c.alter(p.pre.Len())
		c.moved(part, at, before, w)
	}
}

// moved adds the change of a weight, from before to w, to a part of the entry at.
func (c *changes) moved(part neuron.Part, at int, before, w float64) {
	to := c.last[at].Part(part)
	sum, lost := kernel.Moved(*to, before, w)
	*to = sum
	c.lost[at] += lost
}

// alter prepares for changes of rows of n weights in this step.
func (c *changes) alter(n int) {
	if c.before == nil {
		c.before, c.lost = make([]float64, n), make([]float64, len(c.last))
	}
	c.altered = true
}

// BeginChanges sets the parts that AlterPart adds to back to 0. It is for package circuit,
// which calls it before each stimulus.
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
