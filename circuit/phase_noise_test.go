package circuit_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"twophase/circuit"
	"twophase/internal/numerics/random"
	"twophase/neuron"
)

// noisy returns a circuit of two phases whose outputs get noise after the second, and then learn.
func noisy(t testing.TB, e circuit.Executor, n circuit.Noise, k int) *circuit.Circuit {
	t.Helper()
	network := circuit.IfPSP
	network.Schedule = circuit.Schedule{circuit.Feedforward, circuit.Lateral, n, circuit.Plasticity{}}
	spec := paperSpec(network, 8, k)
	spec.Rate, spec.Executor, spec.Seed, spec.Trial = circuit.ConstantRate(1e-3), e, 7, 2
	return newCircuit(t, spec)
}

// y_i + s(√c ξ + √(1−c) ξ_i), from step t of the stream, to the bit; the other phases use the noisy y.
func TestNoiseIsALoop(t *testing.T) {
	const n, k, spread, shared = 8, 4, 0.3, 0.4
	together, alone := float64(spread*math.Sqrt(shared)), float64(spread*math.Sqrt(1-float64(shared)))
	for _, e := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
		for _, slot := range []neuron.Slot{neuron.Provisional, neuron.Final} {
			c := noisy(t, e, circuit.Noise{Population: "outputs", Slot: slot, Spread: spread, Shared: shared}, k)
			if slot == neuron.Provisional {
				s := c.Schedule()
				s[1], s[2] = s[2], s[1]
				if err := c.SetSchedule(s); err != nil {
					t.Fatal(err)
				}
			}
			if err := c.Outputs().Output(1).Clamp(0.25); err != nil {
				t.Fatal(err)
			}
			for step := range 20 {
				var before []float64
				w, draws := c.Forward().Weights(), make([]float64, 1+k)
				random.New(7, 2, fmt.Sprintf("%v noise of outputs", slot)).Normals(draws, uint64(step+1))
				x := smallStimulus(n, step)
				err := c.StepPhases(x, func(p circuit.Phase) error {
					now := slices.Clone(c.Outputs().Signals(slot))
					if p.Signature().Name == "Noise" {
						for i := range before {
							before[i] += math.FMA(alone, draws[1+i], float64(together*draws[0]))
						}
						before[1] = 0.25 // clamped
						bitsOf(t, fmt.Sprintf("%v, %v, step %d", e, slot, step+1), now, before)
					}
					before = now
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				y := c.Outputs().Signals(neuron.Final)
				for i, got := range c.Forward().Weights() { // W learns from the noisy y
					if want := w[i] + 1e-3*(y[i/n]*x[i%n]-w[i]); !near(got, want) {
						t.Fatalf("%v, %v, step %d: weight %d is %v, want %v", e, slot, step+1, i, got, want)
					}
				}
			}
		}
	}
}

// The noise has mean 0, variance s² and covariance s²c between two neurons, and is independent from step to step.
func TestMomentsOfNoise(t *testing.T) {
	const k, steps, spread = 3, 20000, 0.5
	for _, shared := range []float64{0, 0.3, 1} {
		c := noisy(t, circuit.Compiled, circuit.Noise{Population: "outputs", Slot: neuron.Final, Spread: spread, Shared: shared}, k)
		x, mean, late := make([]float64, 8), make([]float64, k), 0.0 // without a stimulus y is its noise
		products, before := make([]float64, k*k), make([]float64, k)
		for range steps {
			if err := c.Step(x); err != nil {
				t.Fatal(err)
			}
			y := c.Outputs().Signals(neuron.Final)
			for i := range k {
				mean[i] += y[i] / steps
				late += y[i] * before[i] / (k * steps)
				for j := range k {
					products[i*k+j] += y[i] * y[j] / steps
				}
			}
			copy(before, y)
		}
		const error = 5 * spread / 141 // five standard errors, 1/√steps = 1/141
		for i := range k {
			if math.Abs(mean[i]) > error {
				t.Errorf("shared %v: the mean of y_%d is %v", shared, i, mean[i])
			}
			for j := range k {
				want := spread * spread * shared
				if i == j {
					want = spread * spread
				}
				if got := products[i*k+j]; math.Abs(got-want) > error*spread*math.Sqrt2 {
					t.Errorf("shared %v: the covariance of y_%d and y_%d is %v, want %v", shared, i, j, got, want)
				}
			}
		}
		if math.Abs(late) > error*spread {
			t.Errorf("shared %v: the noise of two steps has the covariance %v", shared, late)
		}
	}
}

// The filter and a probe are those of a circuit without noise, whatever it has learnt.
func TestFilterWithoutNoise(t *testing.T) {
	for _, slot := range []neuron.Slot{neuron.Provisional, neuron.Final} {
		c := noisy(t, circuit.Compiled, circuit.Noise{Population: "outputs", Slot: slot, Spread: 0.1, Shared: 0.5}, 3)
		for step := range 20 {
			if err := c.Step(smallStimulus(8, step)); err != nil {
				t.Fatal(err)
			}
		}
		respond := func() []float64 {
			filter, err := c.Filter()
			if err != nil {
				t.Fatal(err)
			}
			p, y := c.Probe(), make([]float64, 3)
			defer p.End()
			if err := p.Respond(smallStimulus(8, 99), y); err != nil {
				t.Fatal(err)
			}
			return append(slices.Clone(filter.RawMatrix().Data), y...)
		}
		with := respond()
		if err := c.SetSchedule(circuit.IfPSP.Schedule); err != nil {
			t.Fatal(err)
		}
		bitsOf(t, slot.String(), with, respond())
	}
}
