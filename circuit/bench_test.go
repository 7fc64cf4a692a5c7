package circuit_test

import (
	"fmt"
	"testing"

	"twophase/circuit"
	"twophase/internal/numerics/random"
)

// BenchmarkStep is one network step with all its phases, on prepared stimuli. It
// learns so slowly that no number of steps takes the weights anywhere.
func BenchmarkStep(b *testing.B) {
	for _, network := range []circuit.Network{circuit.IfPSP, circuit.SlowLateralPSP, circuit.IfPSW, circuit.PSP} {
		for _, size := range []struct{ n, k int }{{10, 3}, {100, 10}, {1000, 50}, {10000, 100}} {
			b.Run(fmt.Sprintf("%s/%dx%d", network.Name, size.n, size.k), func(b *testing.B) {
				c := newCircuit(b, circuit.Spec{
					Network: network, Inputs: size.n, Gains: circuit.LinearGains(size.k, 1, 0.7),
					Rate: circuit.ConstantRate(1e-9), InitialScale: 1,
				})
				benchmarkSteps(b, c)
			})
		}
	}
}

func newCircuit(t testing.TB, spec circuit.Spec) *circuit.Circuit {
	t.Helper()
	c, err := circuit.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// smallStimulus returns n small normals for step t.
func smallStimulus(n, t int) []float64 {
	x := make([]float64, n)
	random.New(1, 0, "test stimulus").Normals(x, uint64(t))
	for i := range x {
		x[i] /= float64(n)
	}
	return x
}

// BenchmarkThreads is one step of a large circuit by one thread and, beside it, by two that
// share the pass over its weights.
func BenchmarkThreads(b *testing.B) {
	for _, size := range []struct{ n, k int }{{2000, 100}, {5000, 100}, {10000, 100}} {
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("%dx%d/threads=%d", size.n, size.k, threads), func(b *testing.B) {
				c := newCircuit(b, circuit.Spec{
					Network: circuit.IfPSP, Inputs: size.n, Gains: circuit.LinearGains(size.k, 1, 0.7),
					Rate: circuit.ConstantRate(1e-9), InitialScale: 1,
				})
				defer c.Share(threads)()
				x := smallStimulus(size.n, 0)
				b.ReportAllocs()
				for b.Loop() {
					if err := c.Step(x); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
