package circuit_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/neuron"
)

// A step phase by phase is a step, to the last bit, whatever the executor and whatever
// was done to the circuit, and whether or not the other steps run in one piece.
func TestStepPhasesEqualsStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "N")
		k := rapid.IntRange(1, min(n, 7)).Draw(t, "K")
		network := drawNetwork(t)
		spec := circuit.Spec{
			Network: network, Inputs: n, Gains: gainsOf(network, k),
			Rate: rateOf(network, circuit.DecayingRate(rapid.Float64Range(0.1, 10).Draw(t, "a"), 100)),
			Seed: rapid.Uint64().Draw(t, "seed"), Executor: rapid.SampledFrom([]circuit.Executor{circuit.Compiled, circuit.Literal}).Draw(t, "executor"),
		}
		pair := [2]*circuit.Circuit{}
		for i := range pair {
			c, err := circuit.New(spec)
			if err != nil {
				t.Fatal(err)
			}
			pair[i] = c
		}
		signal := rapid.Float64Range(-2, 2)
		if rapid.IntRange(0, 9).Draw(t, "any number") == 0 {
			signal = rapid.Float64()
		}
		for step := range rapid.IntRange(1, 30).Draw(t, "steps") {
			operate := drawOperation(t, pair[0])
			x := make([]float64, n)
			for j := range x {
				x[j] = signal.Draw(t, "x")
			}
			for _, c := range pair {
				operate(c)
			}
			failure := pair[0].Step(x)
			var byPhase error
			if rapid.Bool().Draw(t, "by phase") {
				byPhase = pair[1].StepPhases(x, func(circuit.Phase) error { return nil })
			} else {
				byPhase = pair[1].Step(x)
			}
			if fmt.Sprint(failure) != fmt.Sprint(byPhase) {
				t.Fatalf("step %d: %v, phase by phase %v", step, failure, byPhase)
			}
			if failure != nil {
				return
			}
			checkActivities(t, step, pair)
			if rapid.IntRange(0, 3).Draw(t, "look") > 0 {
				continue
			}
			a, err := pair[0].State()
			if err != nil {
				return // a weight that is not finite
			}
			b, err := pair[1].State()
			if err != nil || a.Hash() != b.Hash() {
				t.Fatalf("step %d: the states differ, %v", step, err)
			}
		}
	})
}

// Whoever looks after each phase sees what it has written and no later phase has.
func TestStepPhases(t *testing.T) {
	for _, network := range circuit.PaperNetworks() {
		c, err := circuit.New(circuit.Spec{Network: network, Inputs: 3, Gains: []float64{1, 0.8}, Rate: circuit.ConstantRate(0.1)})
		if err != nil {
			t.Fatal(err)
		}
		m, w := c.M(), c.Forward().Weights()
		looked := 0
		c.Attach(observing(func(*circuit.Circuit) { looked++ }))
		var seen circuit.Schedule
		var provisional []float64
		err = c.StepPhases([]float64{1, -2, 0.5}, func(p circuit.Phase) error {
			seen = append(seen, p)
			switch now := c.Outputs().Signals(neuron.Provisional); {
			case looked > 0:
				t.Errorf("%v: an observer looks before %v", network.Name, p)
			case p == circuit.Phase(circuit.Feedforward):
				provisional = slices.Clone(now)
			case !slices.Equal(provisional, now):
				t.Errorf("%v: %v changes ỹ", network.Name, p)
			}
			learnt := !slices.Equal(m, c.M()) && !slices.Equal(w, c.Forward().Weights())
			if learnt != (p == circuit.Phase(circuit.Plasticity{})) {
				t.Errorf("%v: after %v, all weights are others: %v", network.Name, p, learnt)
			}
			return nil
		})
		if err != nil || !slices.Equal(seen, c.Schedule()) || looked != 1 {
			t.Errorf("%v: it ran %v, with %d looks, %v", network.Name, seen, looked, err)
		}
		stop := errors.New("stop")
		if err := c.StepPhases([]float64{1, 1, 1}, func(circuit.Phase) error { return stop }); !errors.Is(err, stop) || c.Complete() {
			t.Errorf("%v: stopped with %v, complete %v", network.Name, err, c.Complete())
		}
	}
}
