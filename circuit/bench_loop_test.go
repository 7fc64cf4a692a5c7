package circuit_test

import (
	"fmt"
	"testing"

	"twophase/circuit"
	"twophase/stimulus"
)

// BenchmarkLoop is one network step with its stimulus, drawn in the loop or
// prefetched by another processor; BenchmarkStep is the step without. The
// spectrum is that of the paper's large problem, scaled to N and K, with
// no more than the variance that the large problem's stimuli have in all.
func BenchmarkLoop(b *testing.B) {
	for _, size := range []struct{ n, k int }{{10, 3}, {100, 10}, {1000, 50}, {10000, 100}} {
		for _, ahead := range []bool{false, true} {
			name := fmt.Sprintf("%s/%dx%d", circuit.IfPSP.Name, size.n, size.k)
			if ahead {
				name += "/prefetched"
			}
			b.Run(name, func(b *testing.B) { benchmarkLoop(b, size.n, size.k, ahead) })
		}
	}
}

func benchmarkLoop(b *testing.B, n, k int, ahead bool) {
	c := newCircuit(b, circuit.Spec{
		Network: circuit.IfPSP, Inputs: n, Gains: circuit.LinearGains(k, 1, 0.7),
		Rate: circuit.ConstantRate(1e-4), InitialScale: 1,
	})
	gaussian, err := stimulus.NewGaussian(scaledLarge(n, k), 1, 0)
	if err != nil {
		b.Fatal(err)
	}
	var source stimulus.Source = gaussian
	if ahead {
		prefetched := stimulus.Prefetch(source, 0)
		defer prefetched.Close()
		source = prefetched
	}
	x := make([]float64, n)
	b.ReportAllocs()
	for b.Loop() {
		if err := source.Next(x); err != nil {
			b.Fatal(err)
		}
		if err := c.Step(x); err != nil {
			b.Fatal(err)
		}
	}
}

// scaledLarge is the spectrum of the paper's large problem for N inputs and K
// outputs: K eigenvalues, the last of them half the first, and a flat floor.
func scaledLarge(n, k int) []float64 {
	spectrum, total := make([]float64, n), 0.0
	for i := range spectrum {
		spectrum[i] = 0.02
		if i < k {
			spectrum[i] = 1 - float64(i)/float64(2*(k-1))
		}
		total += spectrum[i]
	}
	const variance = 0.75*10 + 0.02*90 // of the large problem
	for i := range spectrum {
		spectrum[i] *= min(variance/total, 1)
	}
	return spectrum
}
