package circuit_test

import (
	"slices"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/neuron"
)

// A network of S turns is S Jacobi sweeps from rest, to the last bit, by either executor: two
// for its own two phases, and an odd number that collapses too.
func TestTurnsAreJacobiSweeps(t *testing.T) {
	stimuli := normals("stimuli", 400, 12)
	for _, pair := range [][2]circuit.Network{{circuit.IfPSP, circuit.PSP}, {circuit.IfPSW, circuit.PSW}} {
		for _, turns := range []int{2, 3, 4, 7} {
			turning, err := pair[0].Turning(turns)
			if err != nil {
				t.Fatal(err)
			}
			settling, err := pair[1].Settling(circuit.Settle{Sweeps: turns})
			if err != nil {
				t.Fatal(err)
			}
			for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
				spec := paperSpec(turning, 12, 5)
				spec.Executor = executor
				got := run(t, spec, stimuli)
				spec.Network = settling
				want := run(t, spec, stimuli)
				if !slices.Equal(got.M(), want.M()) || !slices.Equal(got.Forward().Weights(), want.Forward().Weights()) ||
					!slices.Equal(got.Outputs().Signals(neuron.Final), want.Outputs().Signals(neuron.Final)) {
					t.Errorf("%s with %d turns is not %d Jacobi sweeps of %s (%v)", pair[0].Name, turns, turns, pair[1].Name, executor)
				}
			}
		}
	}
}

// The schedule lists the turns, can be written down, and costs a lateral signal a turn.
func TestTurnsAreListed(t *testing.T) {
	network, err := circuit.IfPSP.Turning(4)
	if err != nil {
		t.Fatal(err)
	}
	if want := "Feedforward → Lateral → LateralAgain → LateralAgain → Plasticity"; network.Schedule.String() != want {
		t.Errorf("the schedule is %v, want %s", network.Schedule, want)
	}
	if network.Turns() != 4 || circuit.IfPSW.Turns() != 2 || circuit.PSP.Turns() != 0 || circuit.CascadePSP.Turns() != 0 {
		t.Error("the numbers of turns are wrong")
	}
	if cost := network.Cost(); len(cost.Through) != 4 || !network.IsLocal() {
		t.Errorf("cost %v, local %v", cost, network.IsLocal())
	}
	text, err := network.Schedule.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var read circuit.Schedule
	if err := read.UnmarshalJSON(text); err != nil || !slices.Equal(read, network.Schedule) {
		t.Errorf("%s is read as %v: %v", text, read, err)
	}
	two, err := circuit.IfPSP.Turning(2)
	if err != nil || !slices.Equal(two.Schedule, circuit.IfPSP.Schedule) {
		t.Errorf("two turns are %v: %v", two.Schedule, err)
	}
	for _, turns := range []int{1, 0, -3} {
		if _, err := circuit.IfPSP.Turning(turns); err == nil || !strings.Contains(err.Error(), "give at least 2") {
			t.Errorf("%d turns: %v", turns, err)
		}
	}
	if _, err := circuit.PSP.Turning(4); err == nil || !strings.Contains(err.Error(), "choose ifPSP or ifPSW") {
		t.Errorf("PSP: %v", err)
	}
}
