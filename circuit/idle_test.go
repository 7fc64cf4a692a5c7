package circuit

import (
	"strings"
	"testing"

	"twophase/neuron"
	"twophase/synapse"
)

// No network has a part that does nothing.
func TestNetworksHaveNoIdleParts(t *testing.T) {
	for _, n := range Networks() {
		if idle := n.Idle(); len(idle) > 0 {
			t.Errorf("%s: %v", n.Name, idle)
		}
	}
}

// What is taken out of a schedule leaves parts that do nothing, and these are named.
func TestIdleParts(t *testing.T) {
	turn := func(population string, through ...string) Turn {
		var all []Reception
		for _, name := range through {
			all = append(all, Reception{Through: name, Slot: neuron.Final})
		}
		return Turn{Population: population, Slot: neuron.Final, Receives: ReceptionsOf(all...)}
	}
	graph := Graph{
		Populations: []PopulationSpec{{Name: "x", Input: true}, {Name: "n", Size: "2"}, {Name: "y", Scale: neuron.ScalePSP}},
		Projections: []ProjectionSpec{
			{Name: "W", From: "x", To: "y", Rule: synapse.Hebbian}, {Name: "V", From: "x", To: "n"},
			{Name: "P", From: "n", To: "y", Rule: synapse.Hebbian},
		},
		Output: "y",
	}
	averaged := graph
	averaged.Populations = append([]PopulationSpec{{Name: "x", Input: true, Mean: &neuron.Window{Steps: 9}}}, graph.Populations[1:]...)
	for _, s := range []Schedule{{turn("n", "V"), turn("y", "W", "P"), Plasticity{}}, {turn("n", "V"), turn("y", "W", "P"), Average{}, Plasticity{}}} {
		if idle := (Network{Graph: averaged, Schedule: s}).Idle(); len(idle) != 4-len(s) {
			t.Errorf("%v, with a mean: %q", s, idle)
		}
	}
	for _, test := range []struct {
		schedule Schedule
		want     []string
	}{
		{Schedule{turn("n", "V"), turn("y", "W", "P"), Plasticity{}}, nil},
		{Schedule{Equilibrate{Populations: NamesOf("n", "y"), Slot: neuron.Final}, Learn{NamesOf("y.scale", "W", "P")}}, nil},
		{Schedule{turn("n", "V"), turn("y", "W"), Plasticity{}}, []string{"no phase delivers signals through P,"}},
		{Schedule{turn("y", "W"), Plasticity{}}, []string{"no phase computes population n,", "signals through V,", "signals through P,"}},
		{Schedule{turn("n", "V"), turn("y", "W", "P")}, []string{"the scales of y have a rule, and no phase", "projection W has a rule, and no phase", "projection P has a rule"}},
		{Schedule{turn("n", "V"), turn("y", "W", "P"), Learn{NamesOf("W")}}, []string{"the scales of y", "projection P has a rule"}},
	} {
		idle := Network{Graph: graph, Schedule: test.schedule}.Idle()
		if len(idle) != len(test.want) {
			t.Errorf("%v: %q, want %q", test.schedule, idle, test.want)
			continue
		}
		for i, want := range test.want {
			if !strings.Contains(idle[i], want) {
				t.Errorf("%v: %q, want %q", test.schedule, idle[i], want)
			}
		}
	}
}
