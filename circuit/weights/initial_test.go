package weights_test

import (
	"slices"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/circuit/weights"
	"twophase/internal/numerics/random"
)

// A circuit that begins with the arrays of another one that has learnt has its weights and scales,
// to the last bit, for every network.
func TestInitialIsFinal(t *testing.T) {
	for _, n := range circuit.Networks() {
		t.Run(n.Name, func(t *testing.T) {
			learnt, spec := learntCircuit(t, n, 6, 2, 5)
			want := weights.FinalOf(learnt).Arrays()
			fresh, err := circuit.New(spec)
			if err != nil {
				t.Fatal(err)
			}
			if spec.Initial, err = weights.Initial(fresh, want); err != nil {
				t.Fatal(err)
			}
			again, err := circuit.New(spec)
			if err != nil {
				t.Fatal(err)
			}
			moved := false
			for i, a := range weights.FinalOf(again).Arrays() {
				if !slices.Equal(a.Values, want[i].Values) {
					t.Errorf("%s is %v, want %v", a.Name, a.Values, want[i].Values)
				}
				moved = moved || !slices.Equal(weights.FinalOf(fresh).Arrays()[i].Values, want[i].Values)
			}
			if !moved {
				t.Error("the circuit has not learnt, so that nothing is shown")
			}
		})
	}
}

// learntCircuit returns a circuit of a network, of as many outputs as it can have up to some, after
// a few steps, and what it was built from.
func learntCircuit(t *testing.T, of circuit.Network, inputs, outputs, steps int) (*circuit.Circuit, circuit.Spec) {
	t.Helper()
	if of.MostOutputs > 0 {
		outputs = min(outputs, of.MostOutputs)
	}
	if slices.ContainsFunc(of.Graph.Populations, func(p circuit.PopulationSpec) bool { return p.Name == "outputs" && p.Size == "N" }) {
		outputs = inputs
	}
	spec := circuit.Spec{Network: of, Inputs: inputs, Gains: circuit.LinearGains(outputs, 1, 0.5), Rate: circuit.ConstantRate(0.05), Seed: 3}
	if of.SetsOwnRate() {
		spec.Rate = circuit.ConstantRate(1)
	}
	if of.Gains == circuit.NoGains {
		spec.Gains = slices.Repeat([]float64{1}, outputs)
	}
	c, err := circuit.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	x, stream := make([]float64, inputs), random.New(1, 0, "a test")
	for step := range steps {
		stream.Normals(x, uint64(step))
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
	}
	return c, spec
}

// What does not fit is an error that names it.
func TestInitialErrors(t *testing.T) {
	c, _ := learntCircuit(t, circuit.CascadePSP, 6, 2, 5)
	for want, arrays := range map[string][]weights.Array{
		"W is 2×5, and the circuit needs 2×6":       {{Name: "W", Shape: []int{2, 5}, Values: make([]float64, 10)}},
		"lateral[0,1] is 3, and the circuit has no": {{Name: "M", Shape: []int{2, 2}, Values: []float64{1, 3, 0, 1}}},
		"there is V, which the circuit":             {{Name: "V", Shape: []int{1}, Values: []float64{1}}},
	} {
		if _, err := weights.Initial(c, arrays); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
