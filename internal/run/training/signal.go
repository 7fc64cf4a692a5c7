package training

import (
	"slices"

	"twophase/circuit"
	"twophase/neuron"
)

// Signal is what the axons of a population carry after a phase.
type Signal struct {
	Variable   circuit.Variable `json:"variable"` // as phases read and write it
	Population string           `json:"population"`
	Values     []float64        `json:"values"` // [n]
}

// SignalsOf returns the present signals of a circuit that are among some variables: those that phases have written.
func SignalsOf(c *circuit.Circuit, written []circuit.Variable) (all []Signal) {
	graph := c.Spec().Network.Graph
	for _, p := range c.Populations() {
		for _, slot := range []neuron.Slot{neuron.Provisional, neuron.Final} {
			if v := graph.Variable(p.Name(), slot); p.Scales() != nil && slices.Contains(written, v) {
				all = append(all, Signal{v, p.Name(), slices.Clone(p.Signals(slot))})
			}
		}
	}
	return all
}
