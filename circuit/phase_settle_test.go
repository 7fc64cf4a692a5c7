package circuit_test

import (
	"fmt"
	"math"
	"testing"

	"twophase/circuit"
	"twophase/neuron"
)

// settleByDefinition sweeps y as Settle's comment says, with plain sums, and
// reports the sweeps, max|r| of the last one, and whether it was small enough.
func settleByDefinition(s circuit.Settle, provisional, m, y []float64) (sweeps int, residual float64, settled bool) {
	k := len(y)
	size := 0.0
	for _, v := range provisional {
		size = math.Max(size, math.Abs(v))
	}
	for sweeps < s.Sweeps && !settled {
		seen := append([]float64(nil), y...)
		residual = 0
		for i := range y {
			if s.Method == circuit.GaussSeidel {
				copy(seen, y)
			}
			r := provisional[i] - y[i]
			for j := range y {
				if j != i {
					r -= m[i*k+j] * seen[j] / m[i*k+i]
				}
			}
			if s.Method == circuit.Euler {
				y[i] += s.TimeStep * m[i*k+i] * r
			} else {
				y[i] += (1 - s.Damping) * r
			}
			residual = math.Max(residual, math.Abs(r)/size)
		}
		sweeps++
		settled = s.Tolerance > 0 && residual <= s.Tolerance
	}
	return sweeps, residual, settled || s.Tolerance == 0
}

// Two stimuli, one after the other, to a network that does not learn and whose
// scales differ; the second is a hundred times larger, which a tolerance
// relative to ỹ must not notice.
func TestSettlingIsItsDefinition(t *testing.T) {
	const inputs, outputs = 6, 3
	m := []float64{0.5, 0.2, -0.1, 0.2, 1, 0.3, -0.1, 0.3, 2}
	stimuli := normals("stimuli", 2, inputs)
	for j := range stimuli[1] {
		stimuli[1][j] *= 100
	}
	for _, settle := range []circuit.Settle{
		{Method: circuit.Jacobi, Sweeps: 5},
		{Method: circuit.Jacobi, Sweeps: 60, Tolerance: 1e-4},
		{Method: circuit.Jacobi, Sweeps: 60, Tolerance: 1e-4, Damping: 0.3, Warm: true},
		{Method: circuit.Jacobi, Sweeps: 3, Tolerance: 1e-9},
		{Method: circuit.GaussSeidel, Sweeps: 4, Damping: 0.2},
		{Method: circuit.GaussSeidel, Sweeps: 60, Tolerance: 1e-4, Warm: true},
		{Method: circuit.Euler, Sweeps: 7, TimeStep: 0.3},
		{Method: circuit.Euler, Sweeps: 60, TimeStep: 0.5, Tolerance: 1e-4, Warm: true},
	} {
		t.Run(fmt.Sprintf("%+v", settle), func(t *testing.T) {
			network, err := circuit.PSP.Settling(settle)
			if err != nil {
				t.Fatal(err)
			}
			network.Schedule = network.Schedule[:2] // no plasticity
			c := newCircuit(t, paperSpec(network, inputs, outputs))
			if err := c.Among().SetWeights(m); err != nil {
				t.Fatal(err)
			}
			for out := range c.Outputs().Outputs() {
				if err := out.SetScale(m[out.Index()*outputs+out.Index()]); err != nil {
					t.Fatal(err)
				}
			}
			y := make([]float64, outputs)
			for step, x := range stimuli {
				if err := c.Step(x); err != nil {
					t.Fatal(err)
				}
				if !settle.Warm {
					clear(y)
				}
				sweeps, residual, settled := settleByDefinition(settle, c.Outputs().Signals(neuron.Provisional), m, y)
				compare(t, "y", c.Outputs().Signals(neuron.Final), y)
				got := c.Settling()
				if got.Sweeps != sweeps || got.Settled != settled || !close(got.Residual, residual) {
					t.Errorf("step %d: %+v, want %d sweeps, residual %v, settled %v", step+1, got, sweeps, residual, settled)
				}
			}
		})
	}
}

// A silent stimulus is settled as soon as it is looked at.
func TestSettlingOfSilence(t *testing.T) {
	for _, tolerance := range []float64{0, 1e-6} {
		network, err := circuit.PSP.Settling(circuit.Settle{Sweeps: 9, Tolerance: tolerance})
		if err != nil {
			t.Fatal(err)
		}
		c := run(t, paperSpec(network, 4, 2), [][]float64{make([]float64, 4)})
		want := circuit.Settling{Sweeps: 1, Settled: true}
		if tolerance == 0 {
			want.Sweeps = 9
		}
		if got := c.Settling(); got != want {
			t.Errorf("tolerance %v: %+v, want %+v", tolerance, got, want)
		}
	}
}
