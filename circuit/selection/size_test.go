package selection_test

import (
	"reflect"
	"testing"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/synapse"
)

// A circuit with the names of the paper has the size of a pair, with or without lateral synapses. Any other, and the
// graph in a trace that does not name lateral, has not these names.
func TestSizeOfPair(t *testing.T) {
	for _, n := range circuit.Networks() {
		c, err := circuit.New(circuit.Spec{Network: n, Inputs: 6, Gains: n.DefaultGains(1), Rate: circuit.ConstantRate(0.01)})
		if err != nil {
			continue // it has other numbers of neurons
		}
		z := selection.SizeOf(c)
		if z.Inputs != 6 || z.Outputs != 1 {
			t.Errorf("%s has %d inputs and %d outputs", n.Name, z.Inputs, z.Outputs)
		}
		wiring, _ := z.Within(selection.Lateral)
		pair := selection.PairSize(6, 1, wiring)
		if paper := z.Graph.HasPaperNames(); paper != reflect.DeepEqual(z, pair) || n.IsPair() && !paper {
			t.Errorf("%s has the names of the paper: %v, and the size %+v", n.Name, paper, z)
		}
	}
	without := selection.PairSize(6, 1, synapse.Unconnected).Graph
	if without.Projections = without.Projections[:1]; without.HasPaperNames() {
		t.Error("a graph without lateral has all names of the paper")
	}
}
