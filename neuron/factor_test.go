package neuron_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"twophase/neuron"
)

// A factor written in Go sees what its own neuron knows, and no more.
func ExampleFunction() {
	above := neuron.Function{
		Symbol: "max(y − λ, 0)",
		F:      func(n neuron.Local) float64 { return max(n.Activity-n.Gain, 0) },
	}
	outputs := neuron.NewOutputs([]float64{1, 0.5}, 1, neuron.ScalePSP)
	copy(outputs.Signals(neuron.Final), []float64{0.75, 0.75})

	factors := make([]float64, 2)
	outputs.Evaluate(factors, above, 1, neuron.Currents{})
	fmt.Println(above, factors)
	// Output:
	// max(y − λ, 0) [0 0.25]
}

func TestFactorsOfOneNeuron(t *testing.T) {
	n := neuron.Local{Activity: 2, Provisional: 3, Scale: 5, Gain: 7}
	for _, test := range []struct {
		factor neuron.Factor
		want   float64
	}{
		{neuron.Activity, 2},
		{neuron.Gain, 7},
		{neuron.Constant(-0.5), -0.5},
		{neuron.Function{F: func(n neuron.Local) float64 { return n.Provisional * n.Scale }}, 15},
	} {
		if got := test.factor.Of(n); got != test.want {
			t.Errorf("%v of %+v = %v, want %v", test.factor, n, got, test.want)
		}
	}
}

// Evaluating a whole population gives the bits of √a times each neuron's own
// factor, on inputs and on outputs.
func TestEvaluateIsOfOneByOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		root := rapid.Float64Range(0, 2).Draw(t, "√a")
		inputs := neuron.NewInputs(rapid.IntRange(0, 9).Draw(t, "N"))
		for j := range inputs.Signals(neuron.Stimulus) {
			inputs.Signals(neuron.Stimulus)[j] = rapid.Float64().Draw(t, "x")
		}
		for _, p := range []*neuron.Population{inputs, drawOutputs(t, neuron.ScalePSP)()} {
			for _, factor := range []neuron.Factor{
				neuron.Activity, neuron.Gain, neuron.Constant(0), neuron.Constant(1), neuron.Constant(-0.3),
				neuron.Function{Symbol: "mỹ", F: func(n neuron.Local) float64 { return n.Scale * n.Provisional }},
			} {
				got := make([]float64, p.Len())
				p.Evaluate(got, factor, root, neuron.Currents{})
				for i := range got {
					if want := root * factor.Of(p.Local(i)); got[i] != want {
						t.Fatalf("√a·%v of %v = %v, want %v", factor, p.Neuron(i), got[i], want)
					}
				}
			}
		}
	})
}
