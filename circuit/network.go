package circuit

import (
	"fmt"
	"slices"
	"strings"

	"twophase/internal/nearest"
	"twophase/neuron"
	"twophase/synapse"
)

// Network is a named circuit design: the phases that run, the rules by which
// its synapses and scales learn, and its defaults.
type Network struct {
	Name      string
	Summary   string
	Reference string // where it comes from
	Notes     string // what the sources do not settle, and what was done about it
	Finds     Findings

	Schedule    Schedule
	Feedforward synapse.Rule
	Lateral     synapse.Rule   // nil if there are no lateral synapses
	Wiring      synapse.Wiring // of the lateral projection
	Scale       neuron.ScaleRule

	Gains       GainUse
	MostOutputs int // 0: as many as there are inputs

	// Whitens says that the outputs' covariance goes to Λ² (PSW) and not to
	// Λ G_K Λ (PSP), which changes how the subspace is read off the filter.
	Whitens bool
	// Spans says that only the span of the filter's rows means something: its estimate
	// is an orthonormal basis of that.
	Spans bool

	Tau          float64 // default τ
	InitialScale float64 // default start of M: this times I
	Rate         Rate    // default α_t; the zero Rate: that of the paper's problems
}

// Findings says what a network finds, at best.
type Findings int

const (
	// Components: output i finds principal component i.
	Components Findings = iota
	// UnorderedComponents: each output finds a principal component, in any order.
	UnorderedComponents
	// Subspace: the outputs span the principal subspace, in an arbitrary rotation.
	Subspace
)

// String returns components, unordered components or subspace.
func (f Findings) String() string {
	switch f {
	case UnorderedComponents:
		return "unordered components"
	case Subspace:
		return "subspace"
	}
	return "components"
}

var (
	twoPhase  = Schedule{Feedforward{}, Lateral{}, Plasticity{}}
	recurrent = Schedule{Feedforward{}, Solve{}, Plasticity{}}
	cascade   = Schedule{Feedforward{}, Cascade{}, Plasticity{}}
)

const paperReference = "Minden, Pehlevan and Chklovskii (2018), Biologically plausible online principal component analysis without recurrent neural dynamics"

// The networks of the paper. Prefix "if": iteration-free.
var (
	IfPSP = Network{
		Name:        "ifPSP",
		Summary:     "iteration-free principal subspace projection (Algorithm 1)",
		Reference:   paperReference,
		Schedule:    twoPhase,
		Feedforward: synapse.Hebbian, Lateral: synapse.AntiHebbianPSP, Scale: neuron.ScalePSP,
		Tau: 0.5, InitialScale: 1,
	}
	PSP = Network{
		Name:        "PSP",
		Summary:     "recurrent principal subspace projection",
		Reference:   paperReference,
		Schedule:    recurrent,
		Feedforward: synapse.Hebbian, Lateral: synapse.AntiHebbianPSP, Scale: neuron.ScalePSP,
		Tau: 0.5, InitialScale: 1,
	}
	IfPSW = Network{
		Name:        "ifPSW",
		Summary:     "iteration-free principal subspace whitening (Algorithm 2)",
		Reference:   paperReference,
		Schedule:    twoPhase,
		Feedforward: synapse.Hebbian, Lateral: synapse.AntiHebbianPSW, Scale: neuron.ScalePSW,
		Whitens: true, Tau: 1, InitialScale: 0.3,
	}
	PSW = Network{
		Name:        "PSW",
		Summary:     "recurrent principal subspace whitening",
		Reference:   paperReference,
		Schedule:    recurrent,
		Feedforward: synapse.Hebbian, Lateral: synapse.AntiHebbianPSW, Scale: neuron.ScalePSW,
		Whitens: true, Tau: 1, InitialScale: 0.3,
	}
)

// PaperNetworks returns the networks of the paper, in its order.
func PaperNetworks() []Network { return []Network{IfPSP, PSP, IfPSW, PSW} }

// Networks returns all networks known by name, those of the paper first.
func Networks() []Network {
	return append(PaperNetworks(), CascadePSP, CascadePSW,
		Oja, APEX, RubnerTavan, Foldiak,
		SimilarityMatching, SimilarityMatchingOffDiagonal, SimilarityMatchingPSP, SimilarityMatchingPSW,
		OjaSubspace, WeightedSubspace, StochasticGradientAscent, Sanger, LMSER, Linsker)
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
	return Network{}, fmt.Errorf("network %q does not exist%s: choose %s", name, nearest.Hint(name, names), strings.Join(names, ", "))
}

// Settling returns the network with recurrent activity that settles, in the
// place of an exact solution or of another settling. It returns an error if s is
// not valid or the network has no recurrent activity.
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

// Exactly returns the network with recurrent activity that is solved for, in the place
// of settling. It returns an error if the network has no recurrent activity.
func (n Network) Exactly() (Network, error) {
	if n.SolvesExactly() {
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

// SolvesExactly reports whether the network solves for its outputs exactly,
// where a circuit of neurons would have to settle.
func (n Network) SolvesExactly() bool { return slices.Contains(n.Schedule, Phase(Solve{})) }

// Settles reports whether the network settles by sweeps.
func (n Network) Settles() bool { return slices.ContainsFunc(n.Schedule, settles) }

// settlings returns the phases that settle.
func (s Schedule) settlings() (phases []Phase) {
	for _, p := range s {
		if settles(p) {
			phases = append(phases, p)
		}
	}
	return phases
}

func settles(p Phase) bool {
	_, ok := p.(Settle)
	return ok
}

// HasTarget reports whether it is determined what the covariance of the outputs goes to:
// not if they span a subspace in any rotation, unless they are white.
func (n Network) HasTarget() bool { return n.Whitens || n.Finds == Components && !n.Spans }

// IsLocal reports whether every phase uses only what single neurons and synapses know.
func (n Network) IsLocal() bool {
	return !slices.ContainsFunc(n.Schedule, func(p Phase) bool { return p.Signature().NonLocal })
}

// IsRecurrent reports whether activity settles, or is solved for, before it is final.
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
