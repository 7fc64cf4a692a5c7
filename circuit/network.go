package circuit

import (
	"slices"

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

	// Graph says which populations and projections there are. If it is nil, they are those
	// of TwoPopulations, with the rules, the wiring and the scales that follow. Otherwise
	// these four are not used.
	Graph *Graph

	Feedforward synapse.Rule
	Lateral     synapse.Rule   // nil if there are no lateral synapses
	Wiring      synapse.Wiring // of the lateral projection
	Scale       neuron.ScaleRule

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

// String returns the findings in words, such as unordered components or white outputs.
func (f Findings) String() string {
	switch f {
	case UnorderedComponents:
		return "unordered components"
	case Subspace:
		return "subspace"
	case Clusters:
		return "clusters"
	case CanonicalSubspace:
		return "canonical subspace"
	case SlowSubspace:
		return "slow subspace"
	case Sources:
		return "sources"
	case WhiteOutputs:
		return "white outputs"
	case Nothing:
		return "nothing"
	}
	return "components"
}

// OutputsAreInputs reports whether the network has as many outputs as the stimulus has
// inputs.
func (n Network) OutputsAreInputs() bool {
	if n.Graph == nil {
		return false
	}
	p := n.Graph.population(n.Graph.output())
	return p != nil && p.Size == "N"
}

// DrawsWiring reports whether some synapses exist by chance, drawn for every circuit.
func (n Network) DrawsWiring() bool {
	return slices.ContainsFunc(n.Shape().Projections, func(p ProjectionSpec) bool { return p.Probability > 0 && p.Probability < 1 })
}

// FindsPrincipal reports whether the network looks for principal components or their span.
func (n Network) FindsPrincipal() bool { return n.Finds <= Subspace }

// HasTarget reports whether the limit of the outputs' covariance is determined. It is not if
// the outputs span a subspace in any rotation, unless they are white.
func (n Network) HasTarget() bool { return n.Whitens || n.Finds == Components && !n.Spans }

// noRule is the rule of a projection without synapses.
var noRule = synapse.Factored{
	Name: "none", Equation: "none",
	Post: synapse.Endpoint{Drive: neuron.Constant(0), Decay: neuron.Constant(0)},
	Pre:  synapse.Endpoint{Drive: neuron.Constant(0), Decay: neuron.Constant(0)},
}

// lateral returns the lateral rule.
func (n Network) lateral() synapse.Rule {
	if n.Lateral == nil {
		return noRule
	}
	return n.Lateral
}

// DefaultGains returns the default Λ of k outputs: PaperGains, or all 1 if the network has no
// gains.
func (n Network) DefaultGains(k int) []float64 {
	if n.Gains == NoGains {
		return LinearGains(k, 1, 1)
	}
	return PaperGains(k)
}

// TwoPopulations returns the graph of the paper's circuits: inputs, outputs, and the
// projections feedforward (W) and lateral (M_o).
func (n Network) TwoPopulations() Graph {
	return Graph{
		Populations: []PopulationSpec{
			{Name: "inputs", Input: true},
			{Name: "outputs", Scale: n.Scale},
		},
		Projections: []ProjectionSpec{
			{Name: "feedforward", From: "inputs", To: "outputs", Rule: n.Feedforward},
			{Name: "lateral", From: "outputs", To: "outputs", Sign: Subtracts, Wiring: n.Wiring, Rule: n.lateral(), Pace: Pace{OverTau: true}},
		},
	}
}

// Shape returns the network's graph: its Graph, or TwoPopulations if that is nil.
func (n Network) Shape() Graph {
	if n.Graph != nil {
		return *n.Graph
	}
	return n.TwoPopulations()
}
