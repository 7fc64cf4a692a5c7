package circuit_test

import (
	"testing"

	"twophase/circuit"
)

// BenchmarkNetworks is one step of every network at 100×10, on prepared stimuli, beside
// that of ifPSP, which is the first.
func BenchmarkNetworks(b *testing.B) {
	for _, network := range circuit.NetworksThat(circuit.Network.IsPair) {
		b.Run(network.Name, func(b *testing.B) {
			k := 10
			if network.MostOutputs > 0 {
				k = network.MostOutputs
			}
			c := newCircuit(b, circuit.Spec{
				Network: network, Inputs: 100, Gains: network.DefaultGains(k), Rate: rateOf(network, circuit.ConstantRate(1e-9)),
			})
			stimuli := make([][]float64, 16)
			for t := range stimuli {
				stimuli[t] = smallStimulus(100, t)
			}
			b.ReportAllocs()
			t := 0
			for b.Loop() {
				if err := c.Step(stimuli[t%len(stimuli)]); err != nil {
					b.Fatal(err)
				}
				t++
			}
		})
	}
}
