package circuit

import (
	"fmt"

	"twophase/circuit/selection"
	"twophase/internal/dense"
	"twophase/neuron"
	"twophase/synapse"
)

// node is a population of a circuit.
type node struct {
	*neuron.Population
	spec         PopulationSpec
	sum, current []float64 // [n]: working memory of phases
	paced        *link     // the projection at whose rate the scales learn; nil: α/τ
}

// link is a projection of a circuit, or the transpose of one.
type link struct {
	name     string
	spec     ProjectionSpec
	synapses *synapse.Projection
	memory   *dense.Projection
	back     bool // it is tied: signals travel from the postsynaptic neurons to the presynaptic ones
	pre, to  *neuron.Population
	tau      float64 // its own τ, or 0

	// What SetRateOf and MultiplyRate have set: a rate in the place of α_t, and a factor; zero if
	// nothing was set.
	ownRate Rate
	times   float64

	rule int // the index in Spec.Rules of the present rule, plus 1; 0 for that of the network
}

// paced reports whether the projection has a rate or a factor that was set in mid-run.
func (l *link) paced() bool { return l.times != 0 }

// subtracts reports whether the signals are subtracted from what neurons receive.
func (l *link) subtracts() bool { return l.spec.Sign.subtracts() }

// build makes the populations and projections of the circuit's network.
func (c *Circuit) build() error {
	s, g := c.spec, c.spec.Network.Shape()
	sizes, err := g.sizes(s)
	if err != nil {
		return err
	}
	for i, p := range g.Populations {
		c.nodes = append(c.nodes, &node{
			Population: c.newPopulation(g, p, sizes[i]), spec: p,
			sum: make([]float64, sizes[i]), current: make([]float64, sizes[i]),
		})
	}
	for _, p := range g.Projections {
		l := &link{name: p.Name, spec: p}
		if p.Tied != "" {
			of := c.link(p.Tied)
			if of == nil {
				return fmt.Errorf("projection %s is tied to %s, which comes after it: let %s come first", p.Name, p.Tied, p.Tied)
			}
			l.synapses, l.memory, l.back = of.synapses, of.memory, true
			l.pre, l.to = of.synapses.Post(), of.synapses.Pre()
		} else {
			if err := c.newProjection(l, p); err != nil {
				return fmt.Errorf("projection %s: %w", p.Name, err)
			}
			c.projections = append(c.projections, l.synapses)
		}
		c.links = append(c.links, l)
	}
	for _, p := range c.nodes {
		if p.spec.Paced != "" {
			p.paced = c.link(p.spec.Paced)
		}
		if p.spec.Input && c.inputs == nil {
			c.inputs = p.Population
		}
		if p.Name() == g.output() {
			c.outputs = p.Population
		}
	}
	if l := c.link("feedforward"); l != nil && !l.back {
		c.feedforward, c.rows.feedforward = l.synapses, l.memory
	}
	for _, l := range c.links {
		if c.lateral == nil && l.pre == c.outputs && l.to == c.outputs {
			c.lateral, c.rows.lateral = l.synapses, l.memory
		}
	}
	c.size, c.general = selection.SizeOf(c), s.Network.Graph != nil && !s.isOfThePaper()
	if err := s.Network.Schedule.checkSize(c.size); err != nil {
		return err
	}
	return c.initialise()
}

// newPopulation returns a population of n neurons.
func (c *Circuit) newPopulation(g Graph, p PopulationSpec, n int) *neuron.Population {
	var population *neuron.Population
	switch isOutput := p.Name == g.output(); {
	case p.Input && c.spec.Network.Graph == nil:
		population = neuron.NewInputs(n)
	case p.Input:
		population = neuron.NewInputPopulation(p.Name, n)
	default:
		gains := make([]float64, n)
		for i := range gains {
			gains[i] = 1
		}
		if isOutput {
			copy(gains, c.spec.Gains)
		}
		if p.Distinct {
			gains = PaperGains(n)
		}
		copy(gains, c.spec.GainsOf[p.Name])
		rule, scale := p.Scale, p.InitialScale
		if rule == (neuron.ScaleRule{}) {
			rule = neuron.NoScale
		}
		switch {
		case scale != 0:
		case rule.IsFixed() && c.spec.Network.Graph != nil:
			scale = 1
		default:
			scale = c.spec.InitialScale
		}
		population = neuron.NewPopulation(p.Name, gains, scale, rule, p.Activation)
	}
	if p.Previous {
		population.KeepPrevious()
	}
	if p.Mean != nil {
		population.KeepMean(*p.Mean)
	}
	return population
}

// newProjection gives a link its own synapses.
func (c *Circuit) newProjection(l *link, p ProjectionSpec) error {
	from, to := c.node(p.From).Population, c.node(p.To).Population
	rule := p.Rule
	if rule == nil {
		rule = noRule
	}
	listed, err := c.listed(p, from.Len(), to.Len())
	switch {
	case err != nil:
		return err
	case listed != nil:
		l.synapses = synapse.NewListed(p.Name, from, to, rule, listed)
	case from == to:
		l.synapses = synapse.NewRecurrent(p.Name, to, rule, p.Wiring)
	default:
		l.synapses = synapse.New(p.Name, from, to, rule)
	}
	l.memory, l.pre, l.to = dense.OfProjection(l.synapses), from, to
	l.tau = c.spec.Taus[p.Name]
	if rate, given := c.spec.Rates[p.Name]; given {
		l.spec.Pace.Rate = rate
	}
	if p.Current || p.MeanCurrent != nil {
		l.synapses.KeepCurrents(p.MeanCurrent)
	}
	return nil
}
