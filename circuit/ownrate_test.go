package circuit_test

import (
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/neuron"
	"twophase/synapse"
)

// What the rules of 2015 say holds for α = τ = 1 alone: anything else is refused when the
// circuit is built and when it is set, with what to change in its place. So are networks of
// a user's own with one of those rules.
func TestWhatSetsItsOwnRateHasNoOther(t *testing.T) {
	cumulative := withScale(circuit.PSP, "outputs", neuron.CumulativeActivity)
	cumulative.Name = "cumulative"
	matching := withRule(circuit.PSP, "feedforward", synapse.SimilarityMatching("w_ij", "x_j", 1))
	matching.Name = "matching"
	laterally := withRule(circuit.PSP, "lateral", synapse.SimilarityMatching("m_ij", "y_j", 2))
	laterally.Name = "laterally"
	for _, network := range []circuit.Network{circuit.SimilarityMatching, circuit.SimilarityMatchingOffDiagonal, cumulative, matching, laterally} {
		spec := paperSpec(network, 5, 3)
		spec.Tau, spec.Rate = 1, circuit.ConstantRate(1)
		c := newCircuit(t, spec)
		check := func(what string, err error) {
			t.Helper()
			if err == nil || !strings.Contains(err.Error(), network.Name) || !strings.Contains(err.Error(), "initial_m") {
				t.Errorf("%s with %s: error %v", network.Name, what, err)
			}
		}
		for _, text := range []string{"0.5", "10/(250+t)", "1 until 10, 0.5", "1/(0+t)"} {
			rate, err := circuit.ParseRate(text)
			if err != nil {
				t.Fatal(err)
			}
			wrong := spec
			wrong.Rate = rate
			_, err = circuit.New(wrong)
			check("α = "+text, err)
			check("α set to "+text, c.SetRate(rate))
		}
		wrong := spec
		wrong.Tau = 0.5
		_, err := circuit.New(wrong)
		check("τ = 0.5", err)
		check("τ set to 2", c.SetTau(2))
		if c.Rate().String() != "1" || c.Tau() != 1 {
			t.Errorf("%s: α = %v, τ = %v", network.Name, c.Rate(), c.Tau())
		}
		again, err := circuit.ParseRate("1 until 10, 1")
		if err != nil {
			t.Fatal(err)
		}
		if err := c.SetRate(again); err != nil {
			t.Errorf("%s with α = %v: %v", network.Name, again, err)
		}
		if err := c.SetTau(1); err != nil {
			t.Errorf("%s with τ = 1: %v", network.Name, err)
		}
	}
	for _, network := range circuit.NetworksThat(circuit.Network.IsPair) {
		if own := strings.HasPrefix(network.Name, "similarity-matching") && !strings.Contains(network.Name, "-ps"); network.SetsOwnRate() != own {
			t.Errorf("%s sets its own rate: %v", network.Name, !own)
		}
	}
}
