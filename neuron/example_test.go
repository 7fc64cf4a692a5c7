package neuron_test

import (
	"fmt"
	"log"
	"math"

	"twophase/neuron"
)

// One output neuron, read and written through its handle.
func Example() {
	outputs := neuron.NewOutputs([]float64{1, 0.85, 0.7}, 1, neuron.ScalePSP)

	out := outputs.Output(2)
	out.SetSignal(neuron.Provisional, 0.5) // the axon's first turn
	out.SetSignal(neuron.Final, 0.4)       // and its second
	if err := out.SetScale(2); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%v: ỹ = %v, y = %v, m = %v, λ = %v\n", out, out.Provisional(), out.Activity(), out.Scale(), out.Gain())

	// A handle is a name: another handle of the neuron sees the same.
	fmt.Println(outputs.Output(2) == out, outputs.Output(2).Scale())

	// What cannot be a scale is refused, and nothing changes.
	fmt.Println(out.SetScale(-1))
	fmt.Println(out.Scale())
	// Output:
	// outputs[2]: ỹ = 0.5, y = 0.4, m = 2, λ = 0.7
	// true 2
	// set the scale of outputs[2]: -1 is not a positive number
	// 2
}

// A constant activity y drives the scale to y²/λ², where growth and decay are
// equal: the scale measures the neuron's own power.
func ExampleOutput_Rescale() {
	out := neuron.NewOutputs([]float64{0.5}, 1, neuron.ScalePSP).Output(0)
	out.SetSignal(neuron.Final, 2)
	for step := 1; step <= 1000; step++ {
		out.Rescale(0.1)
		if step == 1 {
			c := out.LastScaleChange()
			fmt.Printf("step %d: m = %.3f, driven %+.3f, decayed %+.3f\n", step, out.Scale(), c.Hebbian, c.Decay)
		}
	}
	fmt.Printf("at last: m = %.3f\n", out.Scale())
	// Output:
	// step 1: m = 1.375, driven +0.400, decayed -0.025
	// at last: m = 16.000
}

// A scale rule of one's own: the mean absolute activity, m ← m + a(|y| − m).
// The rule squares its factors, so the drive is √|y|.
func ExampleScaleRule() {
	rule := neuron.ScaleRule{
		Name:     "mean magnitude",
		Equation: "Δm_ii = a(|y_i| − m_ii)",
		Drive:    neuron.Function{Symbol: "√|y|", F: func(n neuron.Local) float64 { return math.Sqrt(math.Abs(n.Activity)) }},
		Decay:    neuron.Constant(1),
		Drain:    neuron.Constant(0),
	}
	outputs := neuron.NewOutputs([]float64{1, 1}, 1, rule)
	copy(outputs.Signals(neuron.Final), []float64{-3, 0.5})
	for range 200 {
		outputs.Rescale(0.1)
	}
	fmt.Printf("%.4f\n", outputs.Scales())
	// Output:
	// [3.0000 0.5000]
}
