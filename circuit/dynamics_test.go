package circuit_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/numerics/random"
	"twophase/neuron"
)

// run presents stimuli [t][N] to a new circuit.
func run(t testing.TB, spec circuit.Spec, stimuli [][]float64) *circuit.Circuit {
	t.Helper()
	c := newCircuit(t, spec)
	for _, x := range stimuli {
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func normals(purpose string, count, n int) [][]float64 {
	rows := make([][]float64, count)
	for t := range rows {
		rows[t] = make([]float64, n)
		random.New(7, 0, purpose).Normals(rows[t], uint64(t))
	}
	return rows
}

func paperSpec(network circuit.Network, n, k int) circuit.Spec {
	return circuit.Spec{Network: network, Inputs: n, Gains: gainsOf(network, k), Rate: rateOf(network, circuit.DecayingRate(10, 250))}
}

// rateOf returns a rate, or 1 if the network has no other.
func rateOf(network circuit.Network, rate circuit.Rate) circuit.Rate {
	if network.SetsOwnRate() {
		return circuit.ConstantRate(1)
	}
	return rate
}

// gainsOf returns the default gains of a network with k outputs, or as many as it can
// have.
func gainsOf(network circuit.Network, k int) []float64 {
	if most := network.MostOutputs; most > 0 {
		k = min(k, most)
	}
	return network.DefaultGains(k)
}

// Rotating the stimuli and the initial weights rotates the weights for all
// time and leaves the outputs as they are: x → R x, W → W Rᵀ.
func TestRotationEquivariance(t *testing.T) {
	const n, k, steps = 9, 4, 200
	var qr mat.QR
	qr.Factorize(mat.NewDense(n, n, flatten(normals("rotation", n, n))))
	var rotation mat.Dense
	qr.QTo(&rotation)
	stimuli := normals("stimuli", steps, n)
	rotated := make([][]float64, steps)
	for i, x := range stimuli {
		rotated[i] = mulVec(&rotation, x)
	}
	for _, network := range circuit.PaperNetworks() {
		t.Run(network.Name, func(t *testing.T) {
			spec := paperSpec(network, n, k)
			plain := run(t, spec, stimuli)

			spec.Initial = map[string][]float64{"feedforward": timesTransposed(newCircuit(t, spec).Forward().Weights(), k, n, &rotation)}
			turned := run(t, spec, rotated)

			compare(t, "W Rᵀ", turned.Forward().Weights(), timesTransposed(plain.Forward().Weights(), k, n, &rotation))
			compare(t, "M", turned.M(), plain.M())
			compare(t, "y", turned.Outputs().Signals(neuron.Final), plain.Outputs().Signals(neuron.Final))
		})
	}
}

func mulVec(a mat.Matrix, x []float64) []float64 {
	var y mat.VecDense
	y.MulVec(a, mat.NewVecDense(len(x), x))
	return y.RawVector().Data
}

// timesTransposed returns W Rᵀ for W [k×n].
func timesTransposed(w []float64, k, n int, rotation mat.Matrix) []float64 {
	var product mat.Dense
	product.Mul(mat.NewDense(k, n, w), rotation.T())
	return product.RawMatrix().Data
}

// M stays symmetric to the last bit, in every network and executor.
func TestLateralSymmetry(t *testing.T) {
	steps := 0
	rapid.Check(t, func(t *rapid.T) {
		network := rapid.SampledFrom(circuit.PaperNetworks()).Draw(t, "network")
		k := rapid.IntRange(2, 8).Draw(t, "K")
		spec := paperSpec(network, 10, k)
		spec.Seed = rapid.Uint64().Draw(t, "seed")
		spec.Executor = circuit.Executor(rapid.IntRange(0, 1).Draw(t, "executor"))
		c, err := circuit.New(spec)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range normals("stimuli", 50, 10) {
			if c.Step(x) != nil {
				return // a run that diverges stops; it was symmetric until then
			}
			m := c.M()
			for i := range k {
				for j := range i {
					if m[i*k+j] != m[j*k+i] {
						t.Fatalf("step %d: M[%d,%d] = %v, M[%d,%d] = %v", c.StepCount(), i, j, m[i*k+j], j, i, m[j*k+i])
					}
				}
			}
			steps++
		}
	})
	if steps < 1000 {
		t.Errorf("M was looked at after %d steps", steps)
	}
}

// Settled activity is the exact solution, by every method, from both starts.
func TestSettlingReachesTheExactSolution(t *testing.T) {
	stimuli := normals("stimuli", 400, 10)
	want := run(t, paperSpec(circuit.PSP, 10, 3), stimuli)
	for _, settle := range []circuit.Settle{
		{Method: circuit.Jacobi},
		{Method: circuit.Jacobi, Damping: 0.3},
		{Method: circuit.GaussSeidel},
		{Method: circuit.GaussSeidel, Warm: true},
		{Method: circuit.Euler, TimeStep: 0.5},
		{Method: circuit.Euler, TimeStep: 0.5, Warm: true},
	} {
		settle.Tolerance, settle.Sweeps = 1e-13, 10000
		network, err := circuit.PSP.Settling(settle)
		if err != nil {
			t.Fatal(err)
		}
		got := run(t, paperSpec(network, 10, 3), stimuli)
		if s := got.Settling(); !s.Settled || s.Sweeps < 2 || s.Residual > settle.Tolerance {
			t.Errorf("%+v: %+v", settle, s)
		}
		compare(t, "W", got.Forward().Weights(), want.Forward().Weights())
		compare(t, "M", got.M(), want.M())
	}
}

// At the fixed points of the paper the estimate is exactly the top
// eigenvectors: M = diag(m_i), W = M F, rows of F λ_i u_i (PSP) or
// (λ_i/√m_i) u_i (PSW). The stimulus here has covariance diag(m), so that u_i
// are unit vectors.
func TestEstimateAtTheFixedPoint(t *testing.T) {
	eigenvalues := []float64{1, 0.75, 0.5}
	for _, network := range circuit.PaperNetworks() {
		spec := paperSpec(network, 5, 3)
		c := newCircuit(t, spec)
		w := make([]float64, 3*5)
		for i, m := range eigenvalues {
			w[i*5+i] = m * spec.Gains[i]
			if network.Whitens {
				w[i*5+i] /= math.Sqrt(m)
			}
			if err := c.Outputs().Output(i).SetScale(m); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.Forward().SetWeights(w); err != nil {
			t.Fatal(err)
		}
		filter, err := c.Filter()
		if err != nil {
			t.Fatal(err)
		}
		compare(t, network.Name, c.Estimate(filter, eigenvalues).RawMatrix().Data, []float64{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0})
	}
}

func TestStepAllocatesNothing(t *testing.T) {
	settled, err := circuit.PSW.Settling(circuit.Settle{Method: circuit.Jacobi, Sweeps: 20, Tolerance: 1e-6})
	if err != nil {
		t.Fatal(err)
	}
	changed := circuit.IfPSP
	changed.Schedule = circuit.Schedule{
		circuit.TransmissionFailure{Projection: "feedforward", Probability: 0.1}, circuit.TransmissionFailure{Projection: "lateral", Probability: 0.1},
		circuit.Feedforward, circuit.StaleLateral, circuit.Noise{Population: "outputs", Slot: neuron.Final, Spread: 1e-3, Shared: 0.5}, circuit.Plasticity{},
		circuit.SynapticNoise{Where: selection.All(selection.Weights), Size: 1e-6},
		circuit.Quantise{Where: selection.All(selection.Weights), Step: 1e-9}, circuit.SignConstraint{Where: selection.All(selection.Lateral)},
	}
	for _, network := range append(circuit.PaperNetworks(), settled, changed) {
		for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
			spec := paperSpec(network, 10, 3)
			spec.Executor, spec.Rate = executor, circuit.ConstantRate(1e-4)
			c := newCircuit(t, spec)
			c.Forward().Synapse(1, 4).Lesion()
			c.Among().Synapse(0, 2).Freeze()
			c.Outputs().Output(1).OwnScale().Freeze()
			if err := c.Inputs().Input(3).Clamp(0.1); err != nil {
				t.Fatal(err)
			}
			x := smallStimulus(10, 0)
			if n := testing.AllocsPerRun(100, func() {
				if err := c.Step(x); err != nil {
					t.Fatal(err)
				}
			}); n != 0 {
				t.Errorf("%s, %v: %v allocations a step", network.Name, executor, n)
			}
		}
	}
}
