package circuitfile

import (
	"fmt"
	"testing"

	"twophase/circuit"
	"twophase/internal/numerics/random"
)

// BenchmarkRule is one step of ifPSP with its own feedforward rule and, beside it, with
// expressions: both drives, or all four factors, of which the presynaptic decay is then not the
// same for all inputs. The rule by synapse is the built-in one, written so that it does not factor.
func BenchmarkRule(b *testing.B) {
	drives := RuleText{Post: Endpoint{Drive: []string{"2*(y - 0.5*λ)"}, Decay: "1"}, Pre: Endpoint{Drive: []string{"2*(x - 0.5)"}, Decay: "1"}}
	all := drives
	all.Post.Decay, all.Pre.Decay = "1 + 0.5*y", "1 + 0.5*x"
	for _, rule := range []struct {
		name string
		rule Rule
	}{{"builtin", Rule{}}, {"drives", Rule{Custom: &drives}}, {"all", Rule{Custom: &all}}, {"bysynapse", Rule{Formula: "max(post*pre - w, -1e9)"}}} {
		for _, size := range []struct{ n, k int }{{100, 10}, {1000, 50}} {
			b.Run(fmt.Sprintf("%s/%dx%d", rule.name, size.n, size.k), func(b *testing.B) {
				network := circuit.IfPSP
				if rule.rule.Given() {
					own, err := WithRules(network, rule.rule, Rule{})
					if err != nil {
						b.Fatal(err)
					}
					if network, err = own.Network(); err != nil {
						b.Fatal(err)
					}
				}
				network.Tau, network.InitialScale = 1, 1
				c, err := circuit.New(circuit.Spec{Network: network, Inputs: size.n, Gains: circuit.LinearGains(size.k, 1, 0.7), Rate: circuit.ConstantRate(1e-9)})
				if err != nil {
					b.Fatal(err)
				}
				x := make([]float64, size.n)
				random.New(1, 0, "stimulus").Normals(x, 0)
				for i := range x {
					x[i] /= float64(size.n)
				}
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
