package circuit_test

import (
	"fmt"
	"testing"

	"twophase/circuit"
)

// BenchmarkTrials is one network step of one trial, on prepared stimuli, where
// 100 trials step together, or 2, which do not share lanes.
func BenchmarkTrials(b *testing.B) {
	for _, network := range []circuit.Network{circuit.IfPSP, circuit.CascadePSP} {
		for _, of := range []struct{ n, k, trials int }{{10, 3, 100}, {10, 3, 8}, {10, 3, 2}, {20, 5, 100}, {20, 5, 2}, {50, 5, 100}, {50, 5, 2}} {
			name := fmt.Sprintf("%s/%dx%d", network.Name, of.n, of.k)
			if of.trials != 100 {
				name += fmt.Sprintf("of%d", of.trials)
			}
			b.Run(name, func(b *testing.B) { benchmarkTrials(b, network, of.n, of.k, of.trials) })
		}
	}
}

func benchmarkTrials(b *testing.B, network circuit.Network, n, k, trials int) {
	circuits := make([]*circuit.Circuit, trials)
	for trial := range circuits {
		circuits[trial] = newCircuit(b, circuit.Spec{
			Network: network, Inputs: n, Gains: circuit.LinearGains(k, 1, 0.7),
			Rate: circuit.ConstantRate(1e-4), InitialScale: 1, Trial: uint64(trial),
		})
	}
	var prepared []float64
	const period = 16
	for t := range 2 * period {
		prepared = append(prepared, smallStimulus(n, t%period)...)
	}
	next := make([]int, trials)
	stimuli := func(trial int, x []float64) (int, error) {
		for at := 0; at < len(x); {
			filled := copy(x[at:], prepared[next[trial]%period*n:][:period*n])
			next[trial] += filled / n
			at += filled
		}
		return len(x) / n, nil
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
