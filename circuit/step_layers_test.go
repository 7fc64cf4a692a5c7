package circuit

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"twophase/neuron"
	"twophase/synapse"
)

// The two turns of each layer run as one routine and learn by it, and the bits are those of
// the phases one by one, and of the literal executor, whatever is done to the circuit.
func TestLayersAreTheirPhases(t *testing.T) {
	changes := map[int]func(c *Circuit) error{
		10: func(c *Circuit) error { c.Projections()[0].Synapse(1, 2).Lesion(); return nil },
		20: func(c *Circuit) error { c.Projections()[1].Synapse(0, 1).Freeze(); return nil },
		30: func(c *Circuit) error { c.Outputs().Output(1).OwnScale().Freeze(); return nil },
		40: func(c *Circuit) error { return c.Outputs().Neuron(0).Clamp(0.25) },
		50: func(c *Circuit) error { c.Outputs().Neuron(0).Release(); return nil },
		60: func(c *Circuit) error { c.Projections()[1].Freeze(); return nil },
		70: func(c *Circuit) error { c.Projections()[1].Thaw(); c.Projections()[0].KeepChanges(true); return nil },
		75: func(c *Circuit) error { return c.MultiplyRate(c.Projections()[1].Name(), 0.5) },
		78: func(c *Circuit) error { return c.SetRateOf(c.Projections()[0].Name(), DecayingRate(2, 90)) },
		79: func(c *Circuit) error { return c.MultiplyRate(c.Projections()[1].Name(), 1) },
		80: func(c *Circuit) error { c.Projections()[0].KeepChanges(false); return c.SetTau(0.7) },
		85: func(c *Circuit) error { return c.SetRule(c.Projections()[0].Name(), synapse.Oja) },
		90: func(c *Circuit) error {
			return c.SetSchedule(append(Schedule{TransmissionFailure{Projection: c.Projections()[0].Name(), Probability: 0.3}}, c.Schedule()...))
		},
	}
	for _, of := range []struct {
		network Network
		layers  []int // the phases at which they begin
	}{{RectifiedTwoPhase, []int{0}}, {StackTwoPhase, []int{0, 2}}} {
		spec := Spec{Network: of.network, Inputs: 9, Gains: LinearGains(5, 1, 0.7), Rate: ConstantRate(0.01), Seed: 3,
			Rules: []RuleOf{{of.network.Graph.Projections[0].Name, synapse.Oja}}}
		var c [3]*Circuit
		for i := range c {
			if i == 2 {
				spec.Executor = Literal
			}
			var err error
			if c[i], err = New(spec); err != nil {
				t.Fatal(err)
			}
		}
		for _, from := range of.layers {
			if l, is := c[0].segments[from].(*layer); !is || !l.feedforward || !l.lateral {
				t.Errorf("%s: phases %d and %d are not a layer that learns", of.network.Name, from, from+1)
			}
		}
		x := make([]float64, 9)
		for step := range 110 {
			for j := range x {
				x[j] = math.Sin(float64(7*step+3*j*j)) / 2
			}
			if change := changes[step]; change != nil {
				if err := errors.Join(change(c[0]), change(c[1]), change(c[2])); err != nil {
					t.Fatal(err)
				}
			}
			if err := errors.Join(c[0].Step(x), c[1].StepPhases(x, func(Phase) error { return nil }), c[2].Step(x)); err != nil {
				t.Fatalf("%s, step %d: %v", of.network.Name, step, err)
			}
			var hashes [3][32]byte
			for i := range c {
				state, err := c[i].State()
				if err != nil {
					t.Fatal(err)
				}
				hashes[i] = state.Hash()
			}
			if hashes[0] != hashes[1] || hashes[0] != hashes[2] {
				t.Fatalf("%s, step %d: as layers %x, phase by phase %x, literal %x", of.network.Name, step, hashes[0], hashes[1], hashes[2])
			}
		}
	}
}

// What is not finite is reported as by the phases, by the neuron and its value.
func TestLayerDiverges(t *testing.T) {
	for _, network := range []Network{RectifiedTwoPhase, StackTwoPhase} {
		spec := Spec{Network: network, Inputs: 3, Gains: LinearGains(2, 1, 0.7), Rate: ConstantRate(0.01)}
		var said [2]string
		for i, executor := range []Executor{Compiled, Literal} {
			spec.Executor = executor
			c, err := New(spec)
			if err != nil {
				t.Fatal(err)
			}
			p := c.Projections()[0]
			for j := range 3 {
				if err := p.Synapse(1, j).Set(-math.MaxFloat64); err != nil {
					t.Fatal(err)
				}
			}
			err = c.Step([]float64{2, 2, 2})
			if err == nil {
				t.Fatalf("%s, %v: the activity of %v is finite", network.Name, executor, p.Post().Signals(neuron.Final))
			}
			said[i] = err.Error()
		}
		if said[0] != said[1] {
			t.Errorf("%s: %s\nand by the literal executor: %s", network.Name, said[0], said[1])
		}
	}
}

// Every kind of segment is in a network known by name, of which TestPinnedNetworks has the bits of both executors.
func TestSegmentsAreInNetworks(t *testing.T) {
	for _, kind := range segmentKinds {
		if !slices.ContainsFunc(Networks(), func(network Network) bool {
			c, err := New(Spec{Network: network, Inputs: 6, Gains: network.DefaultGains(3), Rate: ConstantRate(0.01)})
			return err == nil && c.segments[0] != nil && reflect.TypeOf(c.segments[0]) == reflect.TypeOf(kind.recognise(c, network.Schedule, 0))
		}) {
			t.Errorf("no network has %s", kind.name)
		}
	}
}

// A schedule may have the same segment twice.
func TestASegmentTwice(t *testing.T) {
	network := IfPSP
	network.Schedule = append(append(Schedule{}, twoPhase...), twoPhase...)
	var hashes [2][32]byte
	for i, executor := range []Executor{Compiled, Literal} {
		c, err := New(Spec{Network: network, Inputs: 4, Gains: LinearGains(2, 1, 0.7), Rate: ConstantRate(0.05), Executor: executor})
		if err != nil {
			t.Fatal(err)
		}
		for step := range 20 {
			if err := c.Step([]float64{math.Sin(float64(step)), 0.5, -0.25, math.Cos(float64(3 * step))}); err != nil {
				t.Fatal(err)
			}
		}
		state, err := c.State()
		if err != nil {
			t.Fatal(err)
		}
		hashes[i] = state.Hash()
	}
	if hashes[0] != hashes[1] {
		t.Error("not the bits of the literal executor")
	}
}
