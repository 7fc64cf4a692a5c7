package circuit_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/neuron"
)

// floored returns a network whose turns have a floor, without plasticity unless it learns.
func floored(turns int, learns bool) circuit.Network {
	n, err := circuit.IfPSP.Turning(turns)
	if err != nil {
		panic(err)
	}
	n.Schedule = slices.Clone(n.Schedule)
	for i, phase := range n.Schedule[:turns] {
		t := phase.(circuit.Turn)
		t.Floor = true
		n.Schedule[i] = t
	}
	if !learns {
		n.Schedule = n.Schedule[:turns]
	}
	return n
}

// Turns with a floor, from numbers that another program found, and the plain ones.
func TestScaleFloor(t *testing.T) {
	plain, err := circuit.IfPSP.Turning(2)
	if err != nil {
		t.Fatal(err)
	}
	plain.Schedule = plain.Schedule[:2]
	for _, c := range []struct {
		network circuit.Network
		want    []float64
	}{
		{floored(2, false), []float64{-2.01971014, -0.1784499, 3.0331723}},
		{floored(4, false), []float64{-3.98017889, -0.42730594, 6.07402828}},
		{plain, []float64{-4.97777778, -2.66666667, 1.93333333}},
	} {
		for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
			circuits := newCircuit(t, circuit.Spec{
				Network: c.network, Inputs: 3, Gains: []float64{1, 0.9, 0.8}, Rate: circuit.ConstantRate(0.1), Executor: executor,
				Initial: map[string][]float64{
					"feedforward": {1, 0, 0, 0, 1, 0, 0, 0, 1}, "lateral": {1, 0.8, 0.7, 0.8, 0.9, 0.6, 0.7, 0.6, 0.5}, "outputs.scale": {1, 0.9, 0.5},
				},
			})
			if err := circuits.Step([]float64{1, 2, 3}); err != nil {
				t.Fatal(err)
			}
			for i, y := range circuits.Outputs().Signals(neuron.Final) {
				if math.Abs(y-c.want[i]) > 6e-9 {
					t.Errorf("%v: y_%d = %v, want %v", c.network.Schedule, i, y, c.want[i])
				}
			}
		}
	}
}

// The fused step, its phases and the literal executor have the same bits, and the filter is what the turns compute.
func TestScaleFloorIsOneMeaning(t *testing.T) {
	for _, turns := range []int{2, 3} {
		var hashes []string
		for way := range 3 {
			spec := circuit.Spec{Network: floored(turns, true), Inputs: 9, Gains: []float64{1, 0.9, 0.8, 0.7, 0.6}, Rate: circuit.ConstantRate(0.3), Seed: 4}
			if way == 2 {
				spec.Executor = circuit.Literal
			}
			c := newCircuit(t, spec)
			for step := range 80 {
				x := smallStimulus(9, step)
				for i := range x {
					x[i] *= 40
				}
				var err error
				if way == 1 {
					err = c.StepPhases(x, func(circuit.Phase) error { return nil })
				} else {
					err = c.Step(x)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			state, err := c.State()
			if err != nil {
				t.Fatal(err)
			}
			hashes = append(hashes, fmt.Sprintf("%x", state.Hash()))
			if _, err := c.Filter(); err != nil {
				t.Error(err)
			}
		}
		if len(slices.Compact(hashes)) != 1 {
			t.Errorf("%d turns: %v", turns, hashes)
		}
	}
}

func TestScaleFloorNeedsScales(t *testing.T) {
	lateral := circuit.Lateral
	lateral.Floor = true
	n := circuit.Oja
	if err := (circuit.Schedule{circuit.Feedforward, lateral, circuit.Plasticity{}}).CheckIn(n.Graph); err == nil {
		t.Error("a floor without scales is accepted")
	}
	cascade := circuit.Cascade
	cascade.Floor = true
	if err := (circuit.Schedule{circuit.Feedforward, cascade, circuit.Plasticity{}}).CheckIn(circuit.CascadePSP.Graph); err == nil || !strings.Contains(err.Error(), "fire at once") {
		t.Errorf("a cascade with a floor: %v", err)
	}
}

// BenchmarkScaleFloor is a fused step without and with a floor.
func BenchmarkScaleFloor(b *testing.B) {
	for _, size := range []struct{ n, k int }{{10, 3}, {100, 10}, {1000, 50}, {10000, 100}} {
		for _, network := range []circuit.Network{circuit.IfPSP, floored(2, true)} {
			b.Run(fmt.Sprintf("%dx%d/floor=%v", size.n, size.k, network.Schedule[0] != circuit.Phase(circuit.Feedforward)), func(b *testing.B) {
				benchmarkSteps(b, newCircuit(b, circuit.Spec{
					Network: network, Inputs: size.n, Gains: circuit.LinearGains(size.k, 1, 0.7), Rate: circuit.ConstantRate(1e-9), InitialScale: 1,
				}))
			})
		}
	}
}
