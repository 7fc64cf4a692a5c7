package circuit

import (
	"twophase/neuron"
	"twophase/synapse"
)

// State is all that a circuit needs to continue, besides the Spec that it was built from.
// It is plain data: encoding/gob and encoding/json keep it to the last bit. Observers and
// interveners are not part of it.
type State struct {
	Step        int
	Populations []NamedPopulation // in the order of the graph, with the present gains
	Projections []NamedProjection // those with synapses of their own
	Unlearning  *UnlearningState  `json:",omitempty"` // nil if no phase unlearns

	Rate     Rate
	Paces    []PaceState `json:",omitempty"` // of projections with rates that were set in mid-run
	Rules    []RuleState `json:",omitempty"` // of projections with rules that were set in mid-run
	Tau      float64
	Schedule Schedule
	Settling SettlingState
}

// UnlearningState is the state of the phase Unlearn: the M' of the outputs.
type UnlearningState struct {
	Outputs neuron.State
	Lateral synapse.State
}

// NamedPopulation is the state of a population of a Graph.
type NamedPopulation struct {
	Name  string
	State neuron.State
}

// NamedProjection is the state of a projection of a Graph that has synapses of its own.
type NamedProjection struct {
	Name  string
	State synapse.State
}

// SettlingState is a Settling with its residual as text, as it may be infinite.
type SettlingState struct {
	Sweeps   int
	Residual string
	Settled  bool
}

// PaceState is the rate of a projection as SetRateOf and MultiplyRate have set it.
type PaceState struct {
	Projection string
	Rate       Rate    // the zero Rate if there is only a factor
	Times      float64 // the factor, above 0
}

// Population returns the state of a population, or nil.
func (s *State) Population(name string) *neuron.State {
	for i := range s.Populations {
		if s.Populations[i].Name == name {
			return &s.Populations[i].State
		}
	}
	return nil
}
