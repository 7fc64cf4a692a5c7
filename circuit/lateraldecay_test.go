package circuit_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/neuron"
	"twophase/synapse"
)

func TestLateralDecay(t *testing.T) {
	for _, n := range []circuit.Network{circuit.IfPSP, circuit.PSP, circuit.CascadePSP, circuit.SimilarityMatchingPSP, circuit.RectifiedPSP, circuit.Stack} {
		if epsilon, is := n.LateralDecay(); epsilon != 1 || !is {
			t.Errorf("%s has the lateral decay %v, %v", n.Name, epsilon, is)
		}
		same, err := n.WithLateralDecay(1)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(n, same) {
			t.Errorf("%s with a lateral decay of 1 is another network", n.Name)
		}
		slow, err := n.WithLateralDecay(0.1)
		if err != nil {
			t.Fatal(err)
		}
		if epsilon, is := slow.LateralDecay(); epsilon != 0.1 || !is {
			t.Errorf("%s was given the lateral decay 0.1, and has %v", n.Name, epsilon)
		}
		if back, err := slow.WithLateralDecay(1); err != nil || !reflect.DeepEqual(n, back) {
			t.Errorf("%s comes back as another network, with error %v", n.Name, err)
		}
	}
	rules, err := circuit.Stack.LateralDecayRules(0.3)
	if err != nil || len(rules) != 2 {
		t.Errorf("stack has %d projections that decay laterally, and error %v", len(rules), err)
	}
	for want, n := range map[string]circuit.Network{"the scales of ifPSW do not decay": circuit.IfPSW, "oja has no lateral synapses": circuit.Oja, "apex has no lateral synapses": circuit.APEX} {
		if _, err := n.WithLateralDecay(0.1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", n.Name, err, want)
		}
	}
	if _, err := circuit.IfPSP.WithLateralDecay(-1); err == nil || !strings.Contains(err.Error(), "give 0 or a positive number") {
		t.Errorf("a negative decay: error %v", err)
	}
}

// A rule that has the decay on one side, or twice, has the same ε.
func TestLateralDecayOfOwnRules(t *testing.T) {
	times := func(c float64) neuron.Factor { return ofGain(func(gain float64) float64 { return c * gain }) }
	for _, c := range []struct {
		post, pre neuron.Factor
		want      float64
		is        bool
	}{
		{times(0.25), neuron.Gain, 0.25, true},
		{times(0.5), times(0.5), 0.25, true},
		{neuron.Constant(0), neuron.Constant(0), 0, true},
		{neuron.Constant(0.1), neuron.Gain, 0, false},
		{ofGain(func(gain float64) float64 { return gain * gain }), neuron.Gain, 0, false},
		{neuron.Activity, neuron.Gain, 0, false},
	} {
		rule := synapse.AntiHebbianPSP
		rule.Name, rule.Equation, rule.Post.Decay, rule.Pre.Decay = "own", "", c.post, c.pre
		epsilon, is := withRule(circuit.IfPSP, "lateral", rule).LateralDecay()
		if is != c.is || is && epsilon != c.want {
			t.Errorf("%v, %v: %v, %v", c.post, c.pre, epsilon, is)
		}
	}
}

type ofGain func(gain float64) float64

func (f ofGain) Of(n neuron.Local) float64 { return f(n.Gain) }
func (f ofGain) String() string            { return "f(λ)" }
func (f ofGain) UsesGainAlone() bool       { return true }

// M stays exactly symmetric, with the scales on its diagonal, and decays as the equation says.
func TestSlowLateralDecayIsSymmetric(t *testing.T) {
	c := newCircuit(t, circuit.Spec{Network: circuit.SlowLateralPSP, Inputs: 9, Gains: []float64{1, 0.9, 0.8, 0.7}, Rate: circuit.ConstantRate(0.02), Seed: 3})
	before := make([]float64, 16)
	for step := range 300 {
		c.MTo(before)
		if err := c.Step(smallStimulus(9, step)); err != nil {
			t.Fatal(err)
		}
		m, y, gains := c.M(), c.Outputs().Signals(neuron.Final), c.Outputs().Gains()
		for i := range 4 {
			for j := range i {
				if m[4*i+j] != m[4*j+i] {
					t.Fatalf("M_%d%d = %v and M_%d%d = %v", i, j, m[4*i+j], j, i, m[4*j+i])
				}
				want := before[4*i+j] + 0.04*(y[i]*y[j]-0.1*gains[i]*gains[j]*before[4*i+j])
				if diff := m[4*i+j] - want; diff > 1e-15 || diff < -1e-15 {
					t.Fatalf("M_%d%d = %v, want %v", i, j, m[4*i+j], want)
				}
			}
		}
	}
}

// Gains, and the lateral decay, may change in mid-run: by either executor the same bits.
func TestLateralDecayInMidRun(t *testing.T) {
	var hashes []string
	for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
		rules, err := circuit.IfPSP.LateralDecayRules(0.1)
		if err != nil {
			t.Fatal(err)
		}
		c := newCircuit(t, circuit.Spec{Network: circuit.IfPSP, Inputs: 6, Gains: []float64{1, 0.9, 0.8}, Rate: circuit.ConstantRate(0.05), Rules: rules, Executor: executor})
		hash := ""
		for step := range 60 {
			switch step {
			case 20:
				err = c.SetRule("lateral", rules[0].Rule)
			case 40:
				err = c.SetGains([]float64{0.9, 0.8, 0.4})
			}
			if err == nil {
				err = c.Step(smallStimulus(6, step))
			}
			if err != nil {
				t.Fatal(err)
			}
			if step%20 == 19 {
				state, err := c.State()
				if err != nil {
					t.Fatal(err)
				}
				hash += fmt.Sprintf("%x ", state.Hash())
			}
		}
		hashes = append(hashes, hash)
	}
	if len(slices.Compact(hashes)) != 1 {
		t.Errorf("the executors differ: %v", hashes)
	}
}
