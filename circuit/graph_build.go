package circuit

import (
	"fmt"
	"slices"

	"twophase/circuit/selection"
	"twophase/internal/numerics/dense"
	"twophase/internal/numerics/random"
	"twophase/neuron"
	"twophase/synapse"
)

// build makes the populations and projections of the circuit's network.
func (c *Circuit) build() error {
	s, g := c.spec, c.spec.Network.Graph
	sizes, err := g.sizes(s)
	if err != nil {
		return err
	}
	for _, p := range g.Populations {
		n := sizes[p.Name]
		for _, q := range p.Further {
			if len(q.Start) > 1 && len(q.Start) != n {
				return fmt.Errorf("population %s: variable %s starts at %d values, and there are %d neurons: give one for all, or one for each", p.Name, q.Name, len(q.Start), n)
			}
		}
		c.nodes = append(c.nodes, &node{
			Population: c.newPopulation(g, p, n), spec: p,
			sum: make([]float64, n), current: make([]float64, n),
		})
	}
	for _, p := range g.Projections {
		l := &link{name: p.Name, spec: p}
		if p.Tied != "" {
			of := c.link(p.Tied)
			l.synapses, l.memory, l.back = of.synapses, of.memory, true
			l.pre, l.to = of.synapses.Post(), of.synapses.Pre()
		} else {
			if err := c.newProjection(l, p); err != nil {
				return fmt.Errorf("projection %s: %w", p.Name, err)
			}
			c.projections = append(c.projections, l.synapses)
		}
		if p.Carries != nil {
			l.sent, l.ones = make([]float64, l.pre.Len()), make([]float64, l.pre.Len())
			fill(l.ones, 1)
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
		if p.Name() == g.OutputName() {
			c.outputs = p.Population
		}
	}
	for _, l := range c.links {
		switch l.name {
		case s.Network.Forward().Name:
			c.forward = l.synapses
		case s.Network.Among().Name:
			c.among = l.synapses
		}
	}
	c.pair = c.pairOf()
	c.connectFurther()
	c.width = s.Width()
	c.size = selection.SizeOf(c)
	if err := s.Network.Schedule.checkSize(c.size); err != nil {
		return err
	}
	return c.initialise()
}

// newPopulation returns a population of n neurons.
func (c *Circuit) newPopulation(g Graph, p PopulationSpec, n int) *neuron.Population {
	var population *neuron.Population
	switch isOutput := p.Name == g.OutputName(); {
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
		rule := p.scaleRule()
		population = neuron.NewPopulation(p.Name, gains, c.initialScale(p), rule, p.Activation)
	}
	population.KeepDelayed(p.delays())
	population.KeepFurther(p.Further)
	if p.Mean != nil {
		population.KeepMean(*p.Mean)
	}
	return population
}

// scaleRule returns how the scales of a population learn.
func (p PopulationSpec) scaleRule() neuron.ScaleRule {
	if p.Scale == (neuron.ScaleRule{}) {
		return neuron.NoScale
	}
	return p.Scale
}

// initialScale returns where the scales of a population start, if Spec.Initial does not say otherwise.
func (c *Circuit) initialScale(p PopulationSpec) float64 {
	switch {
	case p.InitialScale != 0:
		return p.InitialScale
	case c.spec.Network.Graph.StartsAsM(p):
		return c.spec.InitialScale
	}
	return 1
}

// newProjection gives a link its own synapses.
func (c *Circuit) newProjection(l *link, p ProjectionSpec) error {
	from, to := c.node(p.From).Population, c.node(p.To).Population
	rule := p.Rule
	if rule == nil {
		rule = noRule
	}
	listed, err := c.listed(p, from.Len(), to.Len())
	rewire, grows := c.spec.Network.Schedule.rewires(p.Name)
	switch {
	case err != nil:
		return err
	case listed != nil && !grows:
		l.synapses = synapse.NewListed(p.Name, from, to, rule, listed)
	case from == to:
		l.synapses = synapse.NewRecurrent(p.Name, to, rule, p.Wiring)
	default:
		l.synapses = synapse.New(p.Name, from, to, rule)
	}
	if listed != nil && grows {
		if err := rewire.vacate(l.synapses, listed); err != nil {
			return err
		}
	}
	l.memory, l.pre, l.to = dense.OfProjection(l.synapses), from, to
	own := c.spec.Paces[p.Name]
	l.tau = own.Tau
	if len(own.Rate.segments) > 0 {
		l.spec.Pace.Rate = own.Rate
	}
	if p.Current || p.MeanCurrent != nil {
		l.synapses.KeepCurrents(p.MeanCurrent)
	}
	return nil
}

// New builds a circuit. It returns an error if the spec is not valid.
func New(spec Spec) (*Circuit, error) {
	if err := spec.Validate(); err != nil {
		return nil, err
	}
	spec = spec.withDefaults()
	n := &spec.Network
	n.Schedule = slices.Clone(n.Schedule)
	spec.Gains = slices.Clone(spec.Gains)
	c := &Circuit{spec: spec, pace: pace{rate: spec.Rate, tau: spec.Tau}, visitors: visitors{nextVisit: never}}
	if err := c.build(); err != nil {
		return nil, err
	}
	c.setSchedule(n.Schedule)
	return c, nil
}

// pairOf returns the parts of a circuit that is a pair, or nil.
func (c *Circuit) pairOf() *pair {
	forward, among := c.spec.Network.Graph.roles()
	if forward == nil {
		return nil
	}
	p := &pair{outputs: c.node(forward.To), forward: c.link(forward.Name)}
	p.ownPaces = !forward.Pace.isPlain(false) || len(c.spec.Paces) > 0
	if among != nil {
		p.among = c.link(among.Name)
		p.ownPaces = p.ownPaces || !among.Pace.isPlain(true)
	}
	return p
}

// listed returns which synapses of a projection exist [to×from], or nil if its Wiring
// decides. Draws are keyed by seed, trial and the projection's name.
func (c *Circuit) listed(p ProjectionSpec, from, to int) ([]bool, error) {
	listed := make([]bool, to*from)
	switch {
	case p.OneToOne:
		if from != to {
			return nil, fmt.Errorf("one-to-one from %d neurons to %d: the populations must have one size", from, to)
		}
		for i := range to {
			listed[i*from+i] = true
		}
	case p.Probability != 0:
		random.New(c.spec.Seed, c.spec.Trial, "wiring of "+p.Name).Chances(listed, p.Probability, 0)
	case p.Pairs != nil:
		for i, pair := range p.Pairs {
			if pair.Post < 0 || pair.Post >= to || pair.Pre < 0 || pair.Pre >= from {
				return nil, &PairError{i, fmt.Errorf("there is no synapse onto neuron %d of %d from neuron %d of %d", pair.Post, to, pair.Pre, from)}
			}
			listed[pair.Post*from+pair.Pre] = true
		}
	default:
		return nil, nil
	}
	return listed, nil
}
