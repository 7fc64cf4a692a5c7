package circuit_test

import (
	"testing"

	"twophase/circuit"
)

// Circuits of an ensemble that do not learn alike, or no longer, learn each in its
// own way.
func TestEnsembleOfCircuitsThatLearnDifferently(t *testing.T) {
	const n, k, steps = 10, 3, 70
	build := func(trial int) *circuit.Circuit {
		rate := circuit.DecayingRate(10, 250)
		if trial >= 8 { // the second group of eight
			rate = circuit.ConstantRate(1e-3)
		}
		return newCircuit(t, circuit.Spec{
			Network: circuit.IfPSP, Inputs: n, Gains: circuit.LinearGains(k, 1, 0.7), Rate: rate, Trial: uint64(trial),
		})
	}
	var alone, together []*circuit.Circuit
	for trial := range 16 {
		alone, together = append(alone, build(trial)), append(together, build(trial))
	}
	e, given := circuit.NewEnsemble(together...), make([]int, 16)
	for run := range 3 {
		for trial, c := range alone {
			for step := range steps {
				if err := c.Step(smallStimulus(n, run*steps+step)); err != nil {
					t.Fatalf("trial %d: %v", trial, err)
				}
			}
		}
		failures := e.Run(steps, func(i int, x []float64) (int, error) {
			for s := range len(x) / n {
				copy(x[s*n:], smallStimulus(n, given[i]))
				given[i]++
			}
			return len(x) / n, nil
		})
		if failures != nil {
			t.Fatal(failures)
		}
		for trial := range alone {
			if i, ok := sameBits(numbers(together[trial]), numbers(alone[trial])); !ok {
				t.Fatalf("run %d: number %d of trial %d differs", run, i, trial)
			}
		}
		for _, circuits := range [][]*circuit.Circuit{alone, together} {
			circuits[3].Outputs().Gains()[1] *= 0.9
		}
	}
}

// After an observer that fails, the others observe later steps.
func TestObserversAfterAnError(t *testing.T) {
	c := newCircuit(t, circuit.Spec{Network: circuit.IfPSP, Inputs: 5, Gains: circuit.LinearGains(2, 1, 0.7), Rate: circuit.ConstantRate(1e-3)})
	failing, sound := &diary{fails: 2}, &diary{}
	c.Attach(failing)
	c.Attach(sound)
	var failed []int
	for step := 1; step <= 4; step++ {
		if err := c.Step(smallStimulus(5, step)); err != nil {
			failed = append(failed, step)
		}
	}
	if len(failed) != 1 || failed[0] != 2 {
		t.Errorf("steps %v failed, not step 2 alone", failed)
	}
	if len(failing.seen) != 4 || len(sound.seen) != 3 {
		t.Errorf("the observers saw %d and %d steps, not 4 and 3", len(failing.seen), len(sound.seen))
	}
}
