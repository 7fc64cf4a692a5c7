package circuit_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/neuron"
	"twophase/synapse"
)

// Threads that share the passes over the weights leave the bits of one thread, whatever is
// done to the circuit.
func TestThreadsLeaveTheSameBits(t *testing.T) {
	noise := circuit.SynapticNoise{Where: selection.MustParse("feedforward[3,*]"), Size: 1e-3}
	changes := map[int]func(c *circuit.Circuit) error{
		4: func(c *circuit.Circuit) error { c.Projections()[0].Synapse(1, 2).Lesion(); return nil },
		6: func(c *circuit.Circuit) error { return c.Outputs().Neuron(2).Clamp(0.25) },
		8: func(c *circuit.Circuit) error { c.Outputs().Neuron(2).Release(); return nil },
		9: func(c *circuit.Circuit) error {
			if c.Projection("feedforward") == nil {
				return nil
			}
			return c.SetSchedule(append(c.Schedule(), noise))
		},
	}
	for name, network := range map[string]circuit.Network{
		"fused": circuit.IfPSP, "cascade": circuit.CascadePSP, "graph": twoPhaseGraph(synapse.Hebbian, neuron.Rectified), "user": twoPhaseGraph(userHebbian(), neuron.Linear),
	} {
		spec := circuit.Spec{Network: network, Inputs: 3000, Gains: network.DefaultGains(45), Rate: circuit.ConstantRate(0.01), Seed: 2}
		var hashes [3][32]byte
		for i, threads := range []int{1, 2, 5} {
			c := newCircuit(t, spec)
			release := c.Share(threads)
			for step := range 12 {
				switch step {
				case 3, 10:
					time.Sleep(5 * time.Millisecond) // helpers sleep then, and are to be woken
				case 5: // while they sleep
					time.Sleep(5 * time.Millisecond)
					fallthrough
				case 7: // as between two blocks of steps
					release()
					release()
					release = c.Share(threads)
				}
				if change := changes[step]; change != nil {
					if err := change(c); err != nil {
						t.Fatal(err)
					}
				}
				if err := c.Step(smallStimulus(3000, step)); err != nil {
					t.Fatal(err)
				}
			}
			release()
			state, err := c.State()
			if err != nil {
				t.Fatal(err)
			}
			hashes[i] = state.Hash()
		}
		if hashes[0] != hashes[1] || hashes[0] != hashes[2] {
			t.Errorf("%s: the state is %x by 1 thread, %x by 2, %x by 5", name, hashes[0], hashes[1], hashes[2])
		}
	}
}

// What is not finite is found by any number of threads, and nothing else is shared.
func TestThreadsReportTheSameFaults(t *testing.T) {
	spec := circuit.Spec{Network: circuit.IfPSP, Inputs: 3000, Gains: circuit.LinearGains(45, 1, 0.7), Rate: circuit.ConstantRate(0.01)}
	var said [2]string
	for i, threads := range []int{1, 3} {
		c := newCircuit(t, spec)
		defer c.Share(threads)()
		x := smallStimulus(3000, 0)
		if err := errors.Join(c.Step(x), c.Step(x)); err != nil {
			t.Fatal(err)
		}
		x[2999] = math.Inf(1)
		err := c.Step(x)
		if err == nil {
			t.Fatal("an infinite stimulus was taken")
		}
		said[i] = err.Error()
	}
	if said[0] != said[1] {
		t.Errorf("by one thread: %s\nby three: %s", said[0], said[1])
	}
}
