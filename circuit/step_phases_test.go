package circuit_test

import (
	"errors"
	"slices"
	"testing"

	"twophase/circuit"
	"twophase/neuron"
)

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
