package circuit

import (
	"slices"

	"twophase/internal/text/wording"
	"twophase/neuron"
	"twophase/synapse"
)

// Network is a named design of a circuit: its phases, the rules of its synapses and scales,
// and its defaults.
type Network struct {
	Name      string
	Summary   string
	Reference string // where it comes from
	Notes     string // what the sources leave open, and what was chosen
	Finds     Findings

	Schedule Schedule

	// Graph says which populations and projections there are.
	Graph Graph

	Gains       GainUse
	MostOutputs int // 0: as many as there are inputs

	// Whitens says that the outputs' covariance converges to Λ² (PSW) and not to
	// Λ G_K Λ (PSP). Circuit.Estimate depends on it.
	Whitens bool
	// Spans says that only the span of the filter's rows is determined. The estimate is
	// then an orthonormal basis of it.
	Spans bool

	Tau          float64 // default τ
	InitialScale float64 // default start of M: this times I
	Rate         Rate    // default α_t; the zero Rate: that of the paper's problems
}

// Findings says what a network finds at best.
type Findings int

const (
	// Components: output i finds principal component i.
	Components Findings = iota
	// UnorderedComponents: each output finds a principal component, in any order.
	UnorderedComponents
	// Subspace: the outputs span the principal subspace, in an arbitrary rotation.
	Subspace
	// Clusters: each output answers to one cluster of the stimuli.
	Clusters
	// CanonicalSubspace: the outputs span the directions in which two views agree most.
	CanonicalSubspace
	// SlowSubspace: the outputs span the directions that change most slowly.
	SlowSubspace
	// Sources: each output finds one of the independent sources, in any order.
	Sources
	// WhiteOutputs: the covariance of the outputs is the identity.
	WhiteOutputs
	// Nothing: it is not said what the network finds.
	Nothing
)

var findings = []string{
	"components", "unordered components", "subspace", "clusters", "canonical subspace", "slow subspace", "sources", "white outputs", "nothing",
}

// String returns the findings in words, such as unordered components or white outputs.
func (f Findings) String() string { return wording.NameOf(f, findings) }

// OutputsAreInputs reports whether the network has as many outputs as the stimulus has
// inputs.
func (n Network) OutputsAreInputs() bool {
	p := n.Graph.population(n.Graph.OutputName())
	return p != nil && p.Size == "N"
}

// DrawsWiring reports whether some synapses exist by chance, drawn for every circuit.
func (n Network) DrawsWiring() bool {
	return slices.ContainsFunc(n.Graph.Projections, func(p ProjectionSpec) bool { return p.Probability > 0 && p.Probability < 1 })
}

// FindsPrincipal reports whether the network looks for principal components or their span.
func (n Network) FindsPrincipal() bool { return n.Finds <= Subspace }

// HasTarget reports whether the limit of the outputs' covariance is determined. It is not if
// the outputs span a subspace in any rotation, unless they are white.
func (n Network) HasTarget() bool { return n.Whitens || n.Finds == Components && !n.Spans }

// noRule is the rule of a projection without synapses.
var noRule = symmetric("none", "none", neuron.Constant(0), neuron.Constant(0))

// DefaultGains returns the default Λ of k outputs: PaperGains, or all 1 if the network has no
// gains.
func (n Network) DefaultGains(k int) []float64 {
	if n.Gains == NoGains {
		return LinearGains(k, 1, 1)
	}
	return PaperGains(k)
}

// twoPopulations returns the graph of the paper's circuits: inputs, outputs with scales, and the
// projections feedforward (W), which learns at α, and lateral (M_o), at α/τ. A lateral rule of nil
// is that of a projection without synapses.
func twoPopulations(feedforward, lateral synapse.Rule, wiring synapse.Wiring, scale neuron.ScaleRule) Graph {
	if lateral == nil {
		lateral = noRule
	}
	among := competition("lateral", "outputs", lateral)
	among.Wiring = wiring
	return Graph{
		Populations: []PopulationSpec{inputs, {Name: "outputs", Scale: scale}},
		Projections: []ProjectionSpec{{Name: "feedforward", From: inputs.Name, To: "outputs", Rule: feedforward}, among},
	}
}

// inputs is the population that carries the stimulus in most networks.
var inputs = PopulationSpec{Name: "inputs", Input: true}

// competition returns a projection among a population, whose signals are subtracted, and which learns at α/τ.
func competition(name, population string, rule synapse.Rule) ProjectionSpec {
	return ProjectionSpec{Name: name, From: population, To: population, Sign: Subtracts, Rule: rule, Pace: Pace{OverTau: true}}
}

// symmetric returns a rule to which both endpoints contribute the same.
func symmetric(name, equation string, drive, decay neuron.Factor) synapse.Factored {
	end := synapse.Endpoint{Drive: drive, Decay: decay}
	return synapse.Factored{Name: name, Equation: equation, Post: end, Pre: end}
}

// IsPair reports whether the network has the populations inputs and outputs and the projections
// feedforward and lateral, with linear outputs and the rates α and α/τ.
func (n Network) IsPair() bool { return n.Graph.isOfThePaper() }

// Projection returns what the graph says of a projection; the zero ProjectionSpec if there is none.
func (n Network) Projection(name string) ProjectionSpec {
	if p := n.Graph.projection(name); p != nil {
		return *p
	}
	return ProjectionSpec{}
}

// Population returns what the graph says of a population; the zero PopulationSpec if there is none.
func (n Network) Population(name string) PopulationSpec {
	if p := n.Graph.population(name); p != nil {
		return *p
	}
	return PopulationSpec{}
}

// WithProjection returns the network with a change of one projection.
func (n Network) WithProjection(name string, change func(*ProjectionSpec)) Network {
	n.Graph.Projections = slices.Clone(n.Graph.Projections)
	change(n.Graph.projection(name))
	return n
}

// WithPopulation returns the network with a change of one population.
func (n Network) WithPopulation(name string, change func(*PopulationSpec)) Network {
	n.Graph.Populations = slices.Clone(n.Graph.Populations)
	change(n.Graph.population(name))
	return n
}

// Forward returns the first projection from the first inputs to the outputs; one without a name if there is none.
func (n Network) Forward() ProjectionSpec {
	in := slices.IndexFunc(n.Graph.Populations, func(p PopulationSpec) bool { return p.Input })
	for _, p := range n.Graph.Projections {
		if in >= 0 && p.From == n.Graph.Populations[in].Name && p.To == n.Graph.OutputName() && p.Tied == "" {
			return p
		}
	}
	return ProjectionSpec{}
}

// Among returns the first projection from the outputs to themselves; one that is Unconnected and without a name if there
// is none.
func (n Network) Among() ProjectionSpec {
	for _, p := range n.Graph.Projections {
		if p.From == n.Graph.OutputName() && p.To == p.From {
			return p
		}
	}
	return ProjectionSpec{Wiring: synapse.Unconnected}
}

// AsPair returns a graph of inputs, outputs and the projection feedforward, with or without lateral, as the networks
// of the paper's shape have it: with scales, which are fixed if no rule is given, and with a projection lateral, which
// has no synapses if none is given. It returns any other graph as it is.
func (g Graph) AsPair() Graph {
	if !g.isOfThePaper() {
		return g
	}
	shape := twoPopulations(noRule, nil, synapse.Unconnected, neuron.NoScale)
	g.Populations, g.Projections = slices.Clone(g.Populations), slices.Clone(g.Projections)
	if out := g.population(g.OutputName()); out.Scale == (neuron.ScaleRule{}) {
		out.Scale = neuron.NoScale
	}
	if len(g.Projections) == 1 {
		g.Projections = append(g.Projections, shape.Projections[1])
	}
	return g
}
