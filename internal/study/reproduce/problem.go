package reproduce

import (
	"twophase/circuit"
	"twophase/stimulus"
)

// networks are those of the paper, in the order of its tables, and after them the
// cascades, which it does not have.
func networks() []circuit.Network {
	return append(circuit.PaperNetworks(), circuit.CascadePSP, circuit.CascadePSW)
}

// problem is one of the paper's problems with the parameters that its networks
// have there.
type problem struct {
	stimulus.Problem
}

func problems() []problem {
	var all []problem
	for _, p := range stimulus.Problems() {
		all = append(all, problem{p})
	}
	return all
}

// gains returns Λ [K]: λ falls evenly from 1 to 0.7.
func (p problem) gains() []float64 { return circuit.PaperGains(p.Outputs) }

// rate returns α_t of an online network.
func (p problem) rate(n circuit.Network) (circuit.Rate, error) {
	return circuit.ParseRate(n.PaperRate(p.Name))
}

// circuit returns the online network of one trial, at its start. Its random
// numbers are those of twophase run.
func (p problem) circuit(n circuit.Network, seed, trial uint64) (*circuit.Circuit, error) {
	rate, err := p.rate(n)
	if err != nil {
		return nil, err
	}
	return circuit.New(circuit.Spec{
		Network: n, Inputs: p.Inputs, Gains: p.gains(), Rate: rate, Seed: seed, Trial: trial,
	})
}
