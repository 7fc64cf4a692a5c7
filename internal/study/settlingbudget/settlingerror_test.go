package settlingbudget

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/subspace"
	"twophase/internal/numerics/random"
	"twophase/internal/run/training"
	"twophase/neuron"
	"twophase/stimulus"
)

// lateral returns a circuit with strong lateral synapses that does not learn,
// and a stimulus of covariance G for it.
func lateral(t *testing.T, c Case, correlation float64) (*runner, *stimulus.Changing) {
	t.Helper()
	source, err := stimulus.NewCorrelated([]float64{1, 0.7, 0.4, 0.2}, correlation, 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	learning, err := circuit.New(circuit.Spec{
		Network: c.network, Inputs: 4, Gains: []float64{1, 0.85, 0.7}, Rate: circuit.ConstantRate(1e-3), Seed: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := learning.Lateral().SetWeights([]float64{0, 0.4, -0.3, 0.4, 0, 0.2, -0.3, 0.2, 0}); err != nil {
		t.Fatal(err)
	}
	frozen, err := freeze(learning)
	if err != nil {
		t.Fatal(err)
	}
	return &runner{Case: c, Learner: &training.Learner{Circuit: frozen}}, source
}

// The filter is the regression of the output on the stimulus, E[y xᵀ]G⁻¹, here
// over many stimuli, for a warm start of every method, and with independent and
// with correlated stimuli.
//
// Tolerance: given x, an element of y keeps a variance v, at most that of y, and
// its regression has the variance v/(T·g) for the smallest eigenvalue g of G,
// times (1+a)/(1−a) effective repetitions of correlated samples, a = ρ². All of
// these are bounds; 5 σ.
func TestFilterIsRegression(t *testing.T) {
	const samples = 20_000
	for _, c := range []Case{
		settlingCase(circuit.PSP, circuit.Jacobi, Warm, 1),
		settlingCase(circuit.PSP, circuit.Jacobi, Warm, 2),
		settlingCase(circuit.PSP, circuit.GaussSeidel, Warm, 1),
		settlingCase(circuit.PSP, circuit.Euler, Warm, 1),
		settlingCase(circuit.PSP, circuit.Jacobi, Cold, 3),
	} {
		for _, rho := range []float64{0, 0.9} {
			r, source := lateral(t, c, rho)
			filter, err := r.filter(r.Circuit, rho)
			if err != nil {
				t.Fatal(err)
			}
			cross, power := mat.NewDense(3, 4, nil), mat.NewDense(4, 4, nil)
			outputs := make([]float64, 3)
			x := make([]float64, 4)
			clear(r.Circuit.Outputs().Signals(neuron.Final))
			for step := range samples + settleIn {
				source.Next(x)
				if err := r.Circuit.Step(x); err != nil {
					t.Fatal(err)
				}
				if step < settleIn {
					continue
				}
				y := r.Circuit.Outputs().Signals(neuron.Final)
				for j := range x {
					for i := range y {
						cross.Set(i, j, cross.At(i, j)+y[i]*x[j])
					}
					for i := range x {
						power.Set(i, j, power.At(i, j)+x[i]*x[j])
					}
				}
				for i := range y {
					outputs[i] += y[i] * y[i] / samples
				}
			}
			var regression mat.Dense
			if err := regression.Solve(power, cross.T()); err != nil {
				t.Fatal(err)
			}
			a := rho * rho
			for i, v := range outputs {
				sigma := math.Sqrt(v / samples / 0.2 * (1 + a) / (1 - a))
				for j := range x {
					if d := math.Abs(filter.At(i, j)-regression.At(j, i)) / sigma; d > 5 {
						t.Errorf("%s %s %d, ρ = %v: filter %d,%d is %.4f, regression %.4f: %.1f σ off",
							c.Method, c.Start, c.Sweeps, rho, i, j, filter.At(i, j), regression.At(j, i), d)
					}
				}
			}
		}
	}
}

// From a cold start the residual over test stimuli is an estimate of what
// subspace.SettlingError finds from the covariance. Both sums of squares are, at
// the worst, of one normal each, whose mean over n samples has the relative
// standard deviation √(2/n); a root halves it.
func TestResidualOfColdStart(t *testing.T) {
	for _, c := range []Case{
		settlingCase(circuit.PSP, circuit.Jacobi, Cold, 1),
		settlingCase(circuit.PSP, circuit.Jacobi, Cold, 3),
		settlingCase(circuit.PSP, circuit.GaussSeidel, Cold, 1),
		{Method: TwoPhase, network: circuit.IfPSP},
	} {
		r, source := lateral(t, c, 0)
		w, m := mat.NewDense(3, 4, r.Circuit.Feedforward().Weights()), mat.NewDense(3, 3, r.Circuit.M())
		exact, err := subspace.ExactFilter(w, m)
		if err != nil {
			t.Fatal(err)
		}
		filter, err := r.Circuit.Filter()
		if err != nil {
			t.Fatal(err)
		}
		want := subspace.SettlingError(filter, exact, mat.NewSymDense(4, source.Covariance().Entries()))
		test := vectors(settleIn+probes, 4)
		if err := read(source, test); err != nil {
			t.Fatal(err)
		}
		got, err := settlingResidual(r.Circuit, exact, test)
		if err != nil {
			t.Fatal(err)
		}
		sigma := want * 0.5 * math.Sqrt(4./probes)
		if want < 0.01 || math.Abs(got-want) > 4.5*sigma {
			t.Errorf("%s %d: residual %.4f, want %.4f ± %.4f", c.Method, c.Sweeps, got, want, sigma)
		}
	}
}

// A frozen circuit computes what the other does, and does not learn.
func TestFreeze(t *testing.T) {
	learning, err := circuit.New(circuit.Spec{
		Network: circuit.IfPSP, Inputs: 5, Gains: []float64{1, 0.8}, Rate: circuit.ConstantRate(0.05), Seed: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float64, 5)
	stream := random.New(1, 0, "stimulus")
	for step := range uint64(50) {
		stream.Normals(x, step)
		if err := learning.Step(x); err != nil {
			t.Fatal(err)
		}
	}
	frozen, err := freeze(learning)
	if err != nil {
		t.Fatal(err)
	}
	weights := learning.M()
	if err := frozen.Step(x); err != nil {
		t.Fatal(err)
	}
	if err := learning.Step(x); err != nil {
		t.Fatal(err)
	}
	for i, y := range learning.Outputs().Signals(neuron.Final) {
		if got := frozen.Outputs().Signals(neuron.Final)[i]; got != y {
			t.Errorf("output %d is %v, want %v", i, got, y)
		}
	}
	for i, m := range frozen.M() {
		if m != weights[i] {
			t.Errorf("M[%d] became %v, was %v", i, m, weights[i])
		}
	}
}
