package simulator

import (
	"encoding/json"
	"math"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/text/wording"
)

// shown is the largest number of components of the stimuli that are described.
const shown = 16

// Description is what a page has to know of an experiment before its first frame.
type Description struct {
	Name     string           `json:"name"`
	Network  string           `json:"network"`
	N        int              `json:"n"`
	K        int              `json:"k"`
	Seed     uint64           `json:"seed"`
	Lambda   []wording.Number `json:"lambda"`
	Tau      wording.Number   `json:"tau"`
	Rate     string           `json:"rate"`
	KFixed   bool             `json:"kFixed"`   // the network has one number of outputs, or as many as inputs
	Turns    int              `json:"turns"`    // simultaneous turns in which the outputs settle; 0: they settle in another way
	Spectrum []wording.Number `json:"spectrum"` // null where it is not known
	Steps    int              `json:"steps"`

	Experiment json.RawMessage `json:"experiment"` // with all defaults filled in, and the acts until now

	Networks []NetworkChoice `json:"networks"`
	Phases   []Phase         `json:"phases"`
	Ratio    string          `json:"ratio"` // the name of ‖M_o‖/‖M‖

	Unmeasured string `json:"unmeasured"` // why there is no E_Pro; empty if there may be one

	Eigenvalues []wording.Number `json:"eigenvalues"` // of the stimuli without noise, the largest first; null where they are not known
	Basis       []wording.Number `json:"basis"`       // their directions, the columns of a matrix [N×len(eigenvalues)]

	Graph *Graph `json:"graph"`
}

// NetworkChoice is a network that can be chosen.
type NetworkChoice struct {
	Name     string `json:"name"`
	Title    string `json:"title"` // its source in the literature
	Sentence string `json:"sentence"`
}

// Describe returns the description of a circuit as it is now.
func (s *Simulator) Describe(which int) (*Description, error) {
	v, err := s.of(which)
	if err != nil {
		return nil, err
	}
	e, c := v.plan.Experiment, v.trial.Circuit()
	network := c.Spec().Network
	network.Schedule = c.Schedule()
	d := &Description{
		Name: v.plan.Title(), Network: e.NetworkName(), N: v.plan.Spec.Inputs, K: c.Outputs().Len(), Seed: e.Seed,
		Lambda: wording.Numbers(c.Outputs().Gains()), Tau: wording.Number(c.Tau()), Rate: c.Rate().String(),
		Turns: measure.SimultaneousTurns(network), Steps: e.Steps, Unmeasured: e.Unmeasured(network), Phases: PhasesOf(network),
		KFixed: network.OutputsAreInputs() || network.MostOutputs == 1, Experiment: experiment.WriteJSON(e, "."),
	}
	for _, n := range circuit.Networks() {
		d.Networks = append(d.Networks, NetworkChoice{n.Name, n.Reference, n.Summary})
	}
	if c.Among() != nil {
		d.Ratio = measure.RatioOf(c.Among().Name())
	}
	d.Graph = NewGraph(selection.SizeOf(c), network.Graph, func(selection.Kind) bool { return true })
	values, vectors, err := v.components()
	d.Spectrum, d.Eigenvalues, d.Basis = known(v.trial.Stimuli().Eigenvalues()), known(values), known(vectors)
	return d, err
}

// known returns quantities of values, nil of none.
func known(v []float64) []wording.Number {
	if v == nil {
		return nil
	}
	return wording.Numbers(v)
}

// components returns the first eigenvalues and directions [N×…] of the covariance of the stimuli after the last
// change, without noise and drift, nil where it is not known or too large.
func (v *course) components() (values, vectors []float64, err error) {
	known := v.trial.Stimuli().Known
	if known == nil || known.Inputs() > measure.CovarianceLimit {
		return nil, nil, nil
	}
	return known.Covariance().Principal(min(shown, known.Inputs()))
}

// Stimuli returns the next n stimuli of a circuit along the components that Describe returns [n×…]: those that it will see if nothing changes them.
func (s *Simulator) Stimuli(n, which int) ([]float64, error) {
	v, err := s.of(which)
	if err != nil {
		return nil, err
	}
	_, plane, err := v.components()
	if err != nil {
		return nil, err
	}
	inputs := v.plan.Spec.Inputs
	columns := len(plane) / inputs
	ahead, err := v.plan.Stimuli.Trial(0)
	if err != nil {
		return nil, err
	}
	defer ahead.Close()
	state, err := v.trial.Stimuli().State()
	if err != nil {
		return nil, err
	}
	if err := ahead.Restore(state); err != nil {
		return nil, err
	}
	x, places := make([]float64, inputs), make([]float64, columns*n)
	for i := range n {
		if err := ahead.Next(x); err != nil {
			return places[:columns*i], nil // a file ends
		}
		for j, value := range x {
			for k, u := range plane[j*columns : (j+1)*columns] {
				places[i*columns+k] = math.FMA(value, u, places[i*columns+k])
			}
		}
	}
	return places, nil
}
