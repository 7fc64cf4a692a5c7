package circuit

import (
	"fmt"
	"slices"
	"strings"

	"twophase/neuron"
	"twophase/synapse"
)

// Network is a named circuit design: the phases that run, the rules by which
// its synapses and scales learn, and the paper's defaults.
type Network struct {
	Name    string
	Summary string

	Schedule    Schedule
	Feedforward synapse.Rule
	Lateral     synapse.Rule
	Scale       neuron.ScaleRule

	// Whitens says that the outputs' covariance goes to Λ² (PSW) and not to
	// Λ G_K Λ (PSP), which changes how the subspace is read off the filter.
	Whitens bool

	Tau          float64 // default τ
	InitialScale float64 // default start of M: this times I
}

var (
	twoPhase  = Schedule{Feedforward{}, Lateral{}, Plasticity{}}
	recurrent = Schedule{Feedforward{}, Solve{}, Plasticity{}}
)

// The networks of the paper. Prefix "if": iteration-free.
var (
	IfPSP = Network{
		Name:        "ifPSP",
		Summary:     "iteration-free principal subspace projection (Algorithm 1)",
		Schedule:    twoPhase,
		Feedforward: synapse.Hebbian, Lateral: synapse.AntiHebbianPSP, Scale: neuron.ScalePSP,
		Tau: 0.5, InitialScale: 1,
	}
	PSP = Network{
		Name:        "PSP",
		Summary:     "recurrent principal subspace projection",
		Schedule:    recurrent,
		Feedforward: synapse.Hebbian, Lateral: synapse.AntiHebbianPSP, Scale: neuron.ScalePSP,
		Tau: 0.5, InitialScale: 1,
	}
	IfPSW = Network{
		Name:        "ifPSW",
		Summary:     "iteration-free principal subspace whitening (Algorithm 2)",
		Schedule:    twoPhase,
		Feedforward: synapse.Hebbian, Lateral: synapse.AntiHebbianPSW, Scale: neuron.ScalePSW,
		Whitens: true, Tau: 1, InitialScale: 0.3,
	}
	PSW = Network{
		Name:        "PSW",
		Summary:     "recurrent principal subspace whitening",
		Schedule:    recurrent,
		Feedforward: synapse.Hebbian, Lateral: synapse.AntiHebbianPSW, Scale: neuron.ScalePSW,
		Whitens: true, Tau: 1, InitialScale: 0.3,
	}
)

// Networks returns the networks known by name, in the order of the paper.
func Networks() []Network { return []Network{IfPSP, PSP, IfPSW, PSW} }

// LookupNetwork returns the network of a name. The error lists those that exist.
func LookupNetwork(name string) (Network, error) {
	var names []string
	for _, n := range Networks() {
		if n.Name == name {
			return n, nil
		}
		names = append(names, n.Name)
	}
	return Network{}, fmt.Errorf("network %q does not exist: choose %s", name, strings.Join(names, ", "))
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

// validate returns an error if a rule is missing.
func (n Network) validate() error {
	switch {
	case n.Feedforward == nil:
		return fmt.Errorf("network %s has no feedforward rule: choose one such as synapse.Hebbian", n.Name)
	case n.Lateral == nil:
		return fmt.Errorf("network %s has no lateral rule: choose one such as synapse.AntiHebbianPSP", n.Name)
	case n.Scale.Drive == nil || n.Scale.Decay == nil || n.Scale.Drain == nil:
		return fmt.Errorf("network %s has a scale rule without a drive, a decay or a drain: choose one such as neuron.ScalePSP", n.Name)
	}
	if err := n.Feedforward.Validate(); err != nil {
		return fmt.Errorf("feedforward rule: %w", err)
	}
	if err := n.Lateral.Validate(); err != nil {
		return fmt.Errorf("lateral rule: %w", err)
	}
	return n.Schedule.Check()
}
