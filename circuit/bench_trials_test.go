package circuit_test

import (
	"fmt"
	"testing"

	"twophase/circuit"
)

// BenchmarkTrials is one network step of one trial, on prepared stimuli, where
// 100 trials step together. BenchmarkStep is what it is alone.
func BenchmarkTrials(b *testing.B) {
	for _, size := range []struct{ n, k int }{{10, 3}, {20, 5}, {50, 5}, {100, 10}} {
		for _, trials := range []int{100, 8, 2} {
			name := fmt.Sprintf("%dx%d", size.n, size.k)
			if trials != 100 {
				name += fmt.Sprintf("/trials=%d", trials)
			}
			b.Run(name, func(b *testing.B) { benchmarkTrials(b, size.n, size.k, trials) })
		}
	}
}

func benchmarkTrials(b *testing.B, n, k, trials int) {
	circuits := make([]*circuit.Circuit, trials)
	for trial := range circuits {
		circuits[trial] = newCircuit(b, circuit.Spec{
			Network: circuit.IfPSP, Inputs: n, Gains: circuit.LinearGains(k, 1, 0.7),
			Rate: circuit.ConstantRate(1e-4), InitialScale: 1, Trial: uint64(trial),
		})
	}
	prepared := make([][]float64, 16)
	for t := range prepared {
		prepared[t] = smallStimulus(n, t)
	}
	next := make([]int, trials)
	stimuli := func(trial int, x []float64) error {
		copy(x, prepared[next[trial]%len(prepared)])
		next[trial]++
		return nil
	}
	ensemble := circuit.NewEnsemble(circuits...)
	b.ReportAllocs()
	b.ResetTimer()
	for left := b.N; left > 0; {
		steps := min(256, (left+trials-1)/trials)
		left -= steps * trials
		if failures := ensemble.Run(steps, stimuli); failures != nil {
			b.Fatal(failures)
		}
	}
}
