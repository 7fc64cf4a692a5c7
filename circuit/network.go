package circuit

import (
	"errors"
	"fmt"
	"slices"

	"twophase/internal/nearest"
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
	}
	return "components"
}

// Networks returns all networks known by name, those of the paper first.
func Networks() []Network { return append(TwoPopulationNetworks(), GraphNetworks()...) }

// TwoPopulationNetworks returns the networks of inputs, outputs and the projections
// feedforward and lateral, those of the paper first.
func TwoPopulationNetworks() []Network {
	return append(PaperNetworks(), CascadePSP, CascadePSW,
		Oja, APEX, RubnerTavan, Foldiak,
		SimilarityMatching, SimilarityMatchingOffDiagonal, SimilarityMatchingPSP, SimilarityMatchingPSW,
		OjaSubspace, WeightedSubspace, StochasticGradientAscent, Sanger, LMSER, Linsker)
}

// GraphNetworks returns the networks with a Graph of their own.
func GraphNetworks() []Network {
	return []Network{NonnegativeSimilarityMatching, RectifiedPSP, RectifiedTwoPhase,
		BioCCA, BioCCAInterneurons, BioSFA, BioSFATrace, BioNICADirect, BioNICAIndirect,
		AdaptiveWhitening, Stack, StackTwoPhase, EI, EIEqualized}
}

// LookupNetwork returns the network of a name. The error lists those that exist.
func LookupNetwork(name string) (Network, error) {
	var names []string
	for _, n := range Networks() {
		if n.Name == name {
			return n, nil
		}
		names = append(names, n.Name)
	}
	return Network{}, nearest.Unknown("network", name, names)
}

// Turning returns a two-phase network with the given number of simultaneous turns, at least 2:
// Feedforward is the first, Lateral the second, and each LateralAgain one more. It returns an
// error if the network has no such turns.
func (n Network) Turning(turns int) (Network, error) {
	switch {
	case n.Turns() == 0:
		return Network{}, fmt.Errorf("network %s takes no simultaneous turns (its phases are %v): choose ifPSP or ifPSW, or settle by sweeps", n.Name, n.Schedule)
	case turns == 1:
		return Network{}, errors.New("with 1 turn no output receives the others, and each finds the first component: give at least 2 turns")
	case turns < 2:
		return Network{}, fmt.Errorf("%d turns: give at least 2", turns)
	}
	again := slices.Repeat(Schedule{LateralAgain{}}, turns-2)
	n.Schedule = slices.Concat(Schedule{Feedforward{}, Lateral{}}, again, Schedule{Plasticity{}})
	return n, nil
}

// Turns returns the number of simultaneous turns of a network whose phases are Feedforward,
// Lateral, any number of LateralAgain, and Plasticity or MeanField; 0 of any other.
func (n Network) Turns() int {
	last := len(n.Schedule) - 1
	if last < 2 || n.Schedule[0] != Phase(Feedforward{}) || n.Schedule[1] != Phase(Lateral{}) || !Learns(n.Schedule[last]) {
		return 0
	}
	if slices.ContainsFunc(n.Schedule[2:last], func(p Phase) bool { return p != Phase(LateralAgain{}) }) {
		return 0
	}
	return last
}

// Settling returns the network with the phase s instead of Solve or another Settle. It
// returns an error if s is not valid or the network has no recurrent activity.
func (n Network) Settling(s Settle) (Network, error) {
	if err := s.Validate(); err != nil {
		return Network{}, err
	}
	recurrent := slices.IndexFunc(n.Schedule, func(p Phase) bool { return settles(p) || p == Phase(Solve{}) })
	if recurrent < 0 {
		return Network{}, fmt.Errorf("network %s does not settle (its phases are %v): choose a recurrent one, such as PSP or PSW", n.Name, n.Schedule)
	}
	n.Schedule = slices.Clone(n.Schedule)
	n.Schedule[recurrent] = s
	return n, nil
}

// Exactly returns the network with Solve instead of Settle. It returns an error if the
// network has no recurrent activity.
func (n Network) Exactly() (Network, error) {
	if slices.ContainsFunc(n.Schedule, func(p Phase) bool { return p == Phase(Solve{}) }) {
		return n, nil
	}
	settling := slices.IndexFunc(n.Schedule, settles)
	if settling < 0 {
		return Network{}, fmt.Errorf("network %s does not settle (its phases are %v): choose a recurrent one, such as PSP or PSW", n.Name, n.Schedule)
	}
	n.Schedule = slices.Clone(n.Schedule)
	n.Schedule[settling] = Solve{}
	return n, nil
}

// SolvesExactly reports whether the network solves for its outputs exactly.
func (n Network) SolvesExactly() bool {
	return slices.ContainsFunc(n.Schedule, func(p Phase) bool {
		switch p := p.(type) {
		case Solve:
			return true
		case Equilibrate:
			return p.Method == Exact
		}
		return false
	})
}

// Settles reports whether the network settles by sweeps.
func (n Network) Settles() bool {
	return slices.ContainsFunc(n.Schedule, func(p Phase) bool {
		e, sweeps := p.(Equilibrate)
		return settles(p) || sweeps && e.Method != Exact
	})
}

// settlings returns the phases that settle.
func (s Schedule) settlings() (phases []Phase) {
	for _, p := range s {
		if _, general := p.(Equilibrate); general || settles(p) {
			phases = append(phases, p)
		}
	}
	return phases
}

func settles(p Phase) bool {
	_, ok := p.(Settle)
	return ok
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

// FindsPrincipal reports whether the network looks for principal components or their span.
func (n Network) FindsPrincipal() bool { return n.Finds <= Subspace }

// HasTarget reports whether the limit of the outputs' covariance is determined. It is not if
// the outputs span a subspace in any rotation, unless they are white.
func (n Network) HasTarget() bool { return n.Whitens || n.Finds == Components && !n.Spans }

// Local returns whether every phase is local, by their signatures.
func (n Network) Local() Answer {
	local := Yes
	for _, p := range n.Schedule {
		local = local.and(signatureOf(p).Local)
	}
	return local
}

// IsLocal reports whether the network is known to be local.
func (n Network) IsLocal() bool { return n.Local() == Yes }

// IsRecurrent reports whether the network has Settle, Solve or Equilibrate.
func (n Network) IsRecurrent() bool { return n.Settles() || n.SolvesExactly() }

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

// validate returns an error if a rule is missing.
func (n Network) validate() error {
	if n.Graph != nil {
		if err := n.Graph.Validate(); err != nil {
			return fmt.Errorf("network %s: %w", n.Name, err)
		}
		return n.Schedule.CheckIn(*n.Graph)
	}
	switch {
	case n.Feedforward == nil:
		return fmt.Errorf("network %s has no feedforward rule: choose one such as synapse.Hebbian", n.Name)
	case n.Lateral == nil && n.Wiring != synapse.Unconnected:
		return fmt.Errorf("network %s has no lateral rule: choose one such as synapse.AntiHebbianPSP", n.Name)
	case n.Scale.Drive == nil || n.Scale.Decay == nil || n.Scale.Drain == nil:
		return fmt.Errorf("network %s has a scale rule without a drive, a decay or a drain: choose one such as neuron.ScalePSP", n.Name)
	}
	if err := n.Feedforward.Validate(); err != nil {
		return fmt.Errorf("feedforward rule: %w", err)
	}
	if err := n.lateral().Validate(); err != nil {
		return fmt.Errorf("lateral rule: %w", err)
	}
	return n.Schedule.Check()
}
