package circuit

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"twophase/circuit/selection"
	"twophase/internal/dense"
	"twophase/internal/random"
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
}

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

// isOfThePaper reports whether a network's graph is that of TwoPopulations, so that the
// circuit can run as those of the paper do, fused if the schedule allows.
func (s Spec) isOfThePaper() bool {
	g := s.Network.Shape()
	return g.isOfThePaper() && len(s.Rates)+len(s.Taus) == 0 && g.Projections[0].Rule != nil && g.Projections[1].Rule != nil
}

// isOfThePaper reports whether a graph is that of TwoPopulations, with linear outputs.
func (g Graph) isOfThePaper() bool {
	if !g.isTwoPopulations() {
		return false
	}
	in, out, forward, lateral := g.Populations[0], g.Populations[1], g.Projections[0], g.Projections[1]
	plain := func(p PopulationSpec) bool {
		return p.Activation.IsLinear() && !p.Previous && p.Mean == nil && p.Paced == "" && p.NormOf == "" && !p.Scale.Multiplies && !p.Scale.NoLeak
	}
	whole := func(p ProjectionSpec, pace Pace) bool {
		return p.Tied == "" && !p.OneToOne && p.Probability == 0 && p.Pairs == nil && !p.Current && p.MeanCurrent == nil &&
			len(p.Pace.Rate.segments) == 0 && p.Pace.OverTau == pace.OverTau && (p.Pace.Times == 0 || p.Pace.Times == 1)
	}
	return in.Input && !out.Input && plain(in) && plain(out) && whole(forward, Pace{}) && whole(lateral, Pace{OverTau: true}) &&
		!forward.Sign.subtracts() && lateral.Sign.subtracts()
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
			gains = LinearGains(n, 1, 0.7)
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
	if p.Current {
		l.synapses.KeepCurrents()
	}
	if p.MeanCurrent != nil {
		l.synapses.KeepMeanCurrents(*p.MeanCurrent)
	}
	return nil
}

// listed returns which synapses of a projection there are [to×from], or nil if its wiring
// says it. What is drawn is keyed by seed, trial and the projection's name.
func (c *Circuit) listed(p ProjectionSpec, from, to int) ([]bool, error) {
	switch {
	case p.OneToOne:
		if from != to {
			return nil, fmt.Errorf("one-to-one from %d neurons to %d: the populations must have one size", from, to)
		}
		listed := make([]bool, to*from)
		for i := range to {
			listed[i*from+i] = true
		}
		return listed, nil
	case p.Probability != 0:
		listed := make([]bool, to*from)
		random.New(c.spec.Seed, c.spec.Trial, "wiring of "+p.Name).Chances(listed, p.Probability, 0)
		return listed, nil
	case p.Pairs != nil:
		listed := make([]bool, to*from)
		for _, pair := range p.Pairs {
			if post, pre := pair[0], pair[1]; post < 0 || post >= to || pre < 0 || pre >= from {
				return nil, fmt.Errorf("there is no synapse onto neuron %d of %d from neuron %d of %d", post, to, pre, from)
			}
			listed[pair[0]*from+pair[1]] = true
		}
		return listed, nil
	}
	return nil, nil
}

// initialise sets the weights at the start, and the gains and scales that depend on them.
func (c *Circuit) initialise() error {
	for _, l := range c.links {
		if l.back {
			continue
		}
		if err := l.synapses.SetWeights(c.initialWeights(l)); err != nil {
			return err
		}
	}
	for _, g := range c.nodes {
		if g.spec.NormOf != "" {
			c.setNorms(g)
		}
		if scales := c.spec.Initial[g.Name()+".scale"]; scales != nil {
			for i, m := range scales {
				if err := g.Output(i).SetScale(m); err != nil {
					return err
				}
			}
		}
	}
	for _, g := range c.nodes {
		if previous := c.spec.Initial[g.Name()+".previous"]; previous != nil {
			copy(g.Signals(neuron.Final), previous)
		}
	}
	return nil
}

// initialWeights returns the weights of a projection at the start [post×pre].
func (c *Circuit) initialWeights(l *link) []float64 {
	post, pre := l.to.Len(), l.pre.Len()
	classic := l.name == "feedforward"
	if given := c.spec.Initial[l.name]; given != nil {
		return given
	}
	if classic && c.spec.InitialWeights != nil {
		return c.spec.InitialWeights
	}
	w, start := make([]float64, post*pre), l.spec.Start
	if of, is := strings.CutPrefix(string(start), transposeOf); is {
		for i, v := range c.link(of).synapses.Weights() { // row j of it has our column j
			w[i%post*pre+i/post] = v
		}
		return w
	}
	if start == StartDefault && l.pre != l.to {
		start = StartRandom
	}
	switch start {
	case StartDefault, StartZero:
		return w
	case StartIdentity:
		for i := range min(post, pre) {
			w[i*pre+i] = 1
		}
		return w
	}
	purpose := "initial weights"
	if !classic {
		purpose += " of " + l.name
	}
	random.New(c.spec.Seed, c.spec.Trial, purpose).Normals(w, 0)
	size := c.spec.InitialSpread / math.Sqrt(float64(pre))
	for i := range w {
		w[i] *= size
		if start == StartPositive {
			w[i] = math.Abs(w[i])
		}
	}
	if start == StartFrame {
		normaliseColumns(w, pre)
	}
	return w
}

// normaliseColumns gives every column of w [n×columns] unit length.
func normaliseColumns(w []float64, columns int) {
	for j := range columns {
		size := columnNorm(w, columns, j)
		for i := j; i < len(w); i += columns {
			w[i] /= size
		}
	}
}

// columnNorm returns the length of column j of w [n×columns].
func columnNorm(w []float64, columns, j int) float64 {
	sum := 0.0
	for i := j; i < len(w); i += columns {
		sum = math.FMA(w[i], w[i], sum)
	}
	return math.Sqrt(sum)
}

// setNorms sets the gains of a population to the norms of its neurons' weights.
func (c *Circuit) setNorms(g *node) {
	p := c.link(g.spec.NormOf).synapses
	w, gains, columns := p.Weights(), g.Gains(), p.Pre().Len()
	for i := range gains {
		if p.Pre() == g.Population {
			gains[i] = columnNorm(w, columns, i)
		} else {
			gains[i] = columnNorm(w[i*columns:(i+1)*columns], 1, 0)
		}
	}
}

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

// Population returns the population of a name, or nil.
func (c *Circuit) Population(name string) *neuron.Population {
	if g := c.node(name); g != nil {
		return g.Population
	}
	return nil
}

// Projection returns the projection of a name, or nil. That of a tied one is the projection
// whose synapses it shares.
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

// paceOf returns the learning rate of a projection at the present step.
func (c *Circuit) paceOf(l *link) float64 {
	schedule, pace := &c.rate, &l.spec.Pace
	if len(pace.Rate.segments) > 0 {
		schedule = &pace.Rate
	}
	rate := schedule.At(c.step)
	if pace.Times != 0 {
		rate *= pace.Times
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
