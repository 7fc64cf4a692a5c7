package circuit

import (
	"slices"

	"twophase/neuron"
	"twophase/synapse"
)

// Populations returns all populations, in the order of the network's Graph.
func (c *Circuit) Populations() []*neuron.Population {
	all := make([]*neuron.Population, len(c.nodes))
	for i, g := range c.nodes {
		all[i] = g.Population
	}
	return all
}

// Projections returns all projections that have synapses of their own, in the order of the
// network's Graph: feedforward first in the circuits of the paper.
func (c *Circuit) Projections() []*synapse.Projection { return slices.Clip(c.projections) }

// Population returns the population with a name, or nil.
func (c *Circuit) Population(name string) *neuron.Population {
	if g := c.node(name); g != nil {
		return g.Population
	}
	return nil
}

// Projection returns the projection with a name, or nil. For a tied projection it returns
// the one whose synapses it shares.
func (c *Circuit) Projection(name string) *synapse.Projection {
	if l := c.link(name); l != nil {
		return l.synapses
	}
	return nil
}

func (c *Circuit) node(name string) *node {
	for _, g := range c.nodes {
		if g.spec.Name == name {
			return g
		}
	}
	return nil
}

func (c *Circuit) link(name string) *link {
	for _, l := range c.links {
		if l.name == name {
			return l
		}
	}
	return nil
}

// scheduleOf returns the schedule that is α_t for a projection.
func (c *Circuit) scheduleOf(l *link) *Rate {
	switch {
	case len(l.ownRate.segments) > 0:
		return &l.ownRate
	case len(l.spec.Pace.Rate.segments) > 0:
		return &l.spec.Pace.Rate
	}
	return &c.rate
}

// paceOf returns the learning rate of a projection at the present step.
func (c *Circuit) paceOf(l *link) float64 {
	pace := &l.spec.Pace
	rate := c.scheduleOf(l).At(c.step)
	if pace.Times != 0 {
		rate *= pace.Times
	}
	if l.paced() {
		rate *= l.times
	}
	if pace.OverTau {
		tau := c.tau
		if l.tau != 0 {
			tau = l.tau
		}
		rate /= tau
	}
	return rate
}

// scalePace returns the learning rate of the scales of a population at the present step.
func (c *Circuit) scalePace(g *node) float64 {
	if g.paced != nil {
		return c.paceOf(g.paced)
	}
	return c.rate.At(c.step) / c.tau
}
