package recorder_test

import (
	"slices"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/random"
	"twophase/recorder"
)

// A circuit that begins with the arrays of another one that has learnt has its weights and scales,
// to the last bit, for every network.
func TestInitialIsFinal(t *testing.T) {
	for _, n := range circuit.Networks() {
		t.Run(n.Name, func(t *testing.T) {
			learnt, spec := learntCircuit(t, n)
			want := recorder.FinalOf(learnt).Arrays()
			fresh, err := circuit.New(spec)
			if err != nil {
				t.Fatal(err)
			}
			if spec.Initial, err = recorder.Initial(fresh, want); err != nil {
				t.Fatal(err)
			}
			again, err := circuit.New(spec)
			if err != nil {
				t.Fatal(err)
			}
			moved := false
			for i, a := range recorder.FinalOf(again).Arrays() {
				if !slices.Equal(a.Values, want[i].Values) {
					t.Errorf("%s is %v, want %v", a.Name, a.Values, want[i].Values)
				}
				moved = moved || !slices.Equal(recorder.FinalOf(fresh).Arrays()[i].Values, want[i].Values)
			}
			if !moved {
				t.Error("the circuit has not learnt, so that nothing is shown")
			}
		})
	}
}

// learntCircuit returns a circuit after a few steps, and what it was built from.
func learntCircuit(t *testing.T, n circuit.Network) (*circuit.Circuit, circuit.Spec) {
	const inputs, outputs = 6, 2
	spec := circuit.Spec{Network: n, Inputs: inputs, Gains: n.DefaultGains(outputs), Rate: circuit.ConstantRate(1e-3), Seed: 3}
	if n.MostOutputs == 1 {
		spec.Gains = spec.Gains[:1]
	}
	c, err := circuit.New(spec)
	if err != nil {
		t.Skip(err)
	}
	x, stream := make([]float64, inputs), random.New(1, 0, "a test")
	for step := range 5 {
		stream.Normals(x, uint64(step))
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
	}
	return c, spec
}

// What does not fit is an error that names it.
func TestInitialErrors(t *testing.T) {
	c, _ := learntCircuit(t, circuit.CascadePSP)
	for want, arrays := range map[string][]recorder.Array{
		"W is 2×5, and the circuit needs 2×6":       {{Name: "W", Shape: []int{2, 5}, Values: make([]float64, 10)}},
		"lateral[0,1] is 3, and the circuit has no": {{Name: "M", Shape: []int{2, 2}, Values: []float64{1, 3, 0, 1}}},
		"there is V, which the circuit":             {{Name: "V", Shape: []int{1}, Values: []float64{1}}},
	} {
		if _, err := recorder.Initial(c, arrays); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
