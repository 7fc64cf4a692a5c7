package circuit_test

import (
	"testing"

	"twophase/circuit"
)

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
