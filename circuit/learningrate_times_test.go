package circuit_test

import (
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
)

// A multiple of a rate is that multiple at every step, and can be written and read.
func TestRateTimes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{"1e-3", "10/(250+t)", "1.1e-3 until 10000, 1e-4", "0.5/(3+t) until 7, 2e-2/(1+t)"}).Draw(t, "rate")
		rate, err := circuit.ParseRate(text)
		if err != nil {
			t.Fatal(err)
		}
		factor := rapid.SampledFrom([]float64{0.25, 0.5, 1, 2, 8}).Draw(t, "factor") // exact
		step := rapid.IntRange(1, 20000).Draw(t, "step")
		before, times := rate.At(step), rate.Times(factor)
		if got := times.At(step); got != factor*before {
			t.Fatalf("(%v × %v) at %d is %v, want %v", rate, factor, step, got, factor*before)
		}
		if rate.At(step) != before {
			t.Fatalf("%v was changed", rate)
		}
		if again, err := circuit.ParseRate(times.String()); err != nil || again.At(step) != times.At(step) {
			t.Fatalf("%v is read as %v, %v", times, again, err)
		}
	})
}

// The learning rates of the paper's experiments, at some steps.
func TestPaperRates(t *testing.T) {
	for _, want := range []struct {
		network circuit.Network
		problem string
		step    int
		rate    float64
	}{
		{circuit.IfPSP, "small", 50, 10. / 300}, {circuit.PSW, "small", 750, 0.01},
		{circuit.PSP, "large", 10000, 1.1e-3}, {circuit.IfPSP, "large", 10001, 1e-4},
		{circuit.IfPSW, "large", 1, 1e-3}, {circuit.PSW, "large", 100000, 1e-3},
	} {
		r, err := circuit.ParseRate(want.network.PaperRate(want.problem))
		if err != nil {
			t.Fatal(err)
		}
		if got := r.At(want.step); got != want.rate {
			t.Errorf("%s on %s, step %d: α = %v, want %v", want.network.Name, want.problem, want.step, got, want.rate)
		}
	}
}
