package circuit_test

import (
	"fmt"
	"testing"

	"twophase/circuit"
	"twophase/neuron"
	"twophase/synapse"
)

// BenchmarkRule is one step of ifPSP with its own Hebbian rule, with the same
// rule of which a user wrote the postsynaptic factors in Go, both drives, or all
// four factors: then the decays are not known to be uniform.
func BenchmarkRule(b *testing.B) {
	activity := neuron.Function{Symbol: "y", F: func(n neuron.Local) float64 { return n.Activity }}
	one := neuron.Function{Symbol: "1", F: func(neuron.Local) float64 { return 1 }}
	drives := synapse.Hebbian
	drives.Post.Drive, drives.Pre.Drive = activity, activity
	post := synapse.Hebbian
	post.Post.Drive, post.Post.Decay = activity, one
	all := drives
	all.Post.Decay, all.Pre.Decay = one, one
	for _, rule := range []struct {
		name string
		rule synapse.Rule
	}{{"builtin", synapse.Hebbian}, {"user-post", post}, {"user", drives}, {"user-decay", all}} {
		for _, size := range []struct{ n, k int }{{100, 10}, {1000, 50}, {10000, 100}} {
			b.Run(fmt.Sprintf("%s/%dx%d", rule.name, size.n, size.k), func(b *testing.B) {
				network := circuit.IfPSP
				network = withRule(network, "feedforward", rule.rule)
				c := newCircuit(b, circuit.Spec{
					Network: network, Inputs: size.n, Gains: circuit.LinearGains(size.k, 1, 0.7),
					Rate: circuit.ConstantRate(1e-9), InitialScale: 1,
				})
				benchmarkSteps(b, c)
			})
		}
	}
}
