package circuit

import (
	"fmt"
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
		Summary:     "principal subspace projection with exact recurrent dynamics",
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
		Summary:     "principal subspace whitening with exact recurrent dynamics",
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

// Settling returns the network with its exact solution replaced by settling.
// It returns an error if s is not valid or the network has no recurrent
// activity to settle.
func (n Network) Settling(s Settle) (Network, error) {
	if err := s.Validate(); err != nil {
		return Network{}, err
	}
	if !n.Recurrent() {
		return Network{}, fmt.Errorf("network %s does not settle (its phases are %v): choose a recurrent one, such as PSP or PSW", n.Name, n.Schedule)
	}
	n.Schedule = n.Schedule.replace(Solve{}, s)
	return n, nil
}

// Recurrent reports whether the network solves for its outputs exactly, where
// a circuit of neurons would have to settle.
func (n Network) Recurrent() bool { return n.Schedule.index(Solve{}) >= 0 }
