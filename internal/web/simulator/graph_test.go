package simulator_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/web/simulator"
	"twophase/neuron"
	"twophase/synapse"
)

// A part has the name by which phases read and write it, also where a projection of one's own has a name of the paper's
// equations.
func TestPartsHaveTheVariablesOfTheirPhases(t *testing.T) {
	own := circuit.Network{
		Graph: circuit.Graph{
			Populations: []circuit.PopulationSpec{{Name: "x", Input: true}, {Name: "outputs", Scale: neuron.ScalePSP}},
			Projections: []circuit.ProjectionSpec{
				{Name: "feedforward", From: "x", To: "outputs", Rule: synapse.Hebbian}, {Name: "W", From: "x", To: "outputs", Rule: synapse.Hebbian},
			},
		},
		Schedule: circuit.Schedule{
			circuit.Turn{Population: "outputs", Slot: neuron.Final, Receives: circuit.ReceptionsOf(circuit.Reception{Through: "feedforward", Slot: neuron.Stimulus}, circuit.Reception{Through: "W", Slot: neuron.Stimulus})},
			circuit.Learn{Of: circuit.NamesOf("feedforward")}, circuit.Learn{Of: circuit.NamesOf("W")}, circuit.Learn{Of: circuit.NamesOf("outputs.scale")},
		},
	}
	own.Name, own.Tau, own.InitialScale, own.Gains = "own", 1, 1, circuit.NoGains
	for _, test := range []struct {
		network circuit.Network
		want    [][]string // the kinds that each phase which learns writes
	}{
		{own, [][]string{{"feedforward"}, {"W"}, {"scale"}}},
		{circuit.IfPSP, [][]string{{"feedforward", "lateral", "scale"}}},
	} {
		c, err := circuit.New(circuit.Spec{Network: test.network, Inputs: 4, Gains: test.network.DefaultGains(2), Rate: circuit.ConstantRate(0.01)})
		if err != nil {
			t.Fatal(err)
		}
		g := simulator.NewGraph(selection.SizeOf(c), test.network.Graph, func(selection.Kind) bool { return true })
		var got [][]string
		for _, p := range simulator.PhasesOf(test.network) {
			var kinds []string
			for _, part := range g.Parts {
				for _, v := range p.Writes {
					if v == part.Variable {
						kinds = append(kinds, string(part.Kind))
					}
				}
			}
			if kinds != nil {
				got = append(got, kinds)
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s", test.network.Name, diff)
		}
	}
}
