package circuit_test

import (
	"math"
	"slices"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/subspace"
	"twophase/internal/testkit/long"
	"twophase/neuron"
	"twophase/stimulus"
	"twophase/synapse"
)

// relatives are the networks that are neither of the paper nor cascades of it.
func relatives() []circuit.Network { return circuit.NetworksThat(circuit.Network.IsPair)[6:] }

// outputsOf returns how many outputs of k a network can have.
func outputsOf(network circuit.Network, k int) int { return len(gainsOf(network, k)) }

// A network finds the principal subspace of the paper's small problem in 5·10⁴ stimuli,
// with an error after orthonormalisation of 2e-4 (or 4e-4 of Linsker's) within a factor
// of 2, as an independent prototype did in 30 trials; and those that order components
// find each.
func TestRelativesFindTheSubspace(t *testing.T) {
	long.Only(t)
	const trials, steps = 8, 50000
	problem, err := stimulus.LookupProblem("small")
	if err != nil {
		t.Fatal(err)
	}
	for _, network := range relatives() {
		t.Run(network.Name, func(t *testing.T) {
			t.Parallel()
			errors, worst := make([]float64, trials), make([]float64, trials)
			var workers sync.WaitGroup
			for trial := range errors {
				workers.Go(func() { errors[trial], worst[trial] = found(t, network, problem, uint64(trial), steps) })
			}
			workers.Wait()
			slices.Sort(errors)
			median, want := (errors[trials/2-1]+errors[trials/2])/2, 2e-4
			if network.Name == "linsker" {
				want = 4e-4
			}
			if !(median > want/2 && median < want*2) {
				t.Errorf("median error %.3g, published %.3g", median, want)
			}
			if least := slices.Min(worst); network.Finds == circuit.Components && !(least > 0.95) {
				t.Errorf("the worst |cos| of an output and its component is %.4f", least)
			}
		})
	}
}

// And on the large problem, where the prototype had 2.8e-4, at most twice that. A single
// neuron is slow there, as the second eigenvalue is near the first, and of Linsker's
// network nothing was published.
func TestRelativesFindTheLargeSubspace(t *testing.T) {
	if testing.Short() {
		t.Skip("a million steps of 100×10")
	}
	problem, err := stimulus.LookupProblem("large")
	if err != nil {
		t.Fatal(err)
	}
	for _, network := range relatives() {
		if network.Name == "oja" || network.Name == "linsker" {
			continue
		}
		t.Run(network.Name, func(t *testing.T) {
			t.Parallel()
			if failure, _ := found(t, network, problem, 0, 50000); !(failure < 2*2.8e-4) {
				t.Errorf("error %.3g, published 2.8e-4", failure)
			}
		})
	}
}

// At its own rates no relative leaves the range of numbers on the large problem, where
// the first stimuli, before the weights are small or orthogonal, are the dangerous ones.
func TestRelativesBeginSafely(t *testing.T) {
	problem, err := stimulus.LookupProblem("large")
	if err != nil {
		t.Fatal(err)
	}
	for _, network := range relatives() {
		t.Run(network.Name, func(t *testing.T) {
			t.Parallel()
			for trial := range long.Or[uint64](40, 200) {
				if failure, _ := found(t, network, problem, trial, 100); !(failure < 1) && !t.Failed() {
					t.Errorf("trial %d: error %.3g", trial, failure)
				}
			}
		})
	}
}

// found returns the error of the subspace that a network has found, Σθ²/K over the
// principal angles to first order, and the least |cos| of an output and its component.
func found(t *testing.T, network circuit.Network, problem stimulus.Problem, trial uint64, steps int) (failure, worst float64) {
	source, err := stimulus.NewGaussian(problem.Spectrum, 1, trial)
	if err != nil {
		t.Error(err)
		return
	}
	spec := paperSpec(network, problem.Inputs, problem.Outputs)
	spec.Rate, spec.Seed, spec.Trial = network.Rate, 1, trial
	c, err := circuit.New(spec)
	if err != nil {
		t.Error(err)
		return
	}
	x := make([]float64, problem.Inputs)
	for range steps {
		if err := source.Next(x); err != nil {
			t.Error(err)
		}
		if err := c.Step(x); err != nil {
			t.Error(err)
			return
		}
	}
	filter, err := c.Filter()
	if err != nil {
		t.Error(err)
		return
	}
	k := c.Outputs().Len()
	directions, err := source.Basis(k)
	if err != nil {
		t.Error(err)
		return
	}
	basis, estimate := mat.NewDense(problem.Inputs, k, directions), c.Estimate(filter, problem.Spectrum)
	projector := subspace.ProjectorError(estimate, basis) // its square is 2 Σ sin²θ
	return projector * projector / float64(2*k), slices.Min(subspace.Alignment(estimate, basis))
}

// At its fixed points a network does not move, on average over the stimuli, and
// elsewhere it does.
func TestFixedPointsOfTheRelatives(t *testing.T) {
	const n = 5
	spectrum := []float64{1, 0.75, 0.5, 0.2, 0.2}
	for _, network := range relatives() {
		if network.Name == "linsker" { // whose weights grow for ever: see TestLinskersTwoPhases
			continue
		}
		k := outputsOf(network, 3)
		f := mat.NewDense(k, n, nil) // rows are eigenvectors, or a rotation of them
		for i := range k {
			f.Set(i, i, 1)
		}
		if network.Finds == circuit.Subspace && network.Name != "foldiak" {
			f.Mul(turn(k), mat.DenseCopyOf(f))
		}
		w, m := fixedPoint(network, f, spectrum)
		// The weights move by some 2N times the rate while the stimuli pass.
		if speed := velocity(t, network, spectrum, w, m); speed > 1e-6 {
			t.Errorf("%s moves by %g at its fixed point", network.Name, speed)
		}
		if network.Projection("lateral").Wiring != synapse.Unconnected && k > 1 { // nor where lateral synapses are left
			left := mat.DenseCopyOf(m)
			left.Set(1, 0, left.At(1, 0)+0.01)
			if speed := velocity(t, network, spectrum, w, left); speed < 1e-3 {
				t.Errorf("%s moves by %g only where its lateral synapses are not at their fixed point", network.Name, speed)
			}
		}
		w.Set(0, n-1, 0.01)
		if speed := velocity(t, network, spectrum, w, m); speed < 1e-3 {
			t.Errorf("%s moves by %g only where it is not at its fixed point", network.Name, speed)
		}
	}
}

// turn returns a rotation in k dimensions.
func turn(k int) *mat.Dense {
	r := mat.NewDense(k, k, nil)
	for i := range k {
		r.Set(i, i, 1)
	}
	for i := range k - 1 {
		g := mat.NewDense(k, k, nil)
		for j := range k {
			g.Set(j, j, 1)
		}
		c, s := math.Cos(0.4+float64(i)), math.Sin(0.4+float64(i))
		g.Set(i, i, c)
		g.Set(i+1, i+1, c)
		g.Set(i, i+1, -s)
		g.Set(i+1, i, s)
		r.Mul(g, mat.DenseCopyOf(r))
	}
	return r
}

// fixedPoint returns W [K×N] and M [K×K] of a network whose filter has the directions f
// [K×N], orthonormal rows in the span of the first eigenvectors, as theory says it.
func fixedPoint(network circuit.Network, f *mat.Dense, spectrum []float64) (w, m *mat.Dense) {
	k, n := f.Dims()
	var fg, fgf mat.Dense
	if network.Whitens { // F G Fᵀ = I
		g := mat.NewDense(k, k, nil)
		for i := range k {
			g.Set(i, i, 1/math.Sqrt(spectrum[i]))
		}
		var r mat.Dense
		r.Mul(f.Slice(0, k, 0, k), g)
		f = mat.NewDense(k, n, nil)
		f.Slice(0, k, 0, k).(*mat.Dense).Copy(&r)
	}
	fg.Mul(f, mat.NewDiagDense(n, spectrum))
	fgf.Mul(&fg, f.T())
	w, m = mat.DenseCopyOf(f), mat.NewDense(k, k, nil)
	for i := range k {
		m.Set(i, i, 1)
	}
	switch network.Name {
	case "similarity-matching", "similarity-matching-off-diagonal": // w_i = ⟨y_i x⟩/⟨y_i²⟩, m_ij = ⟨y_i y_j⟩/⟨y_i²⟩
		w.Apply(func(i, j int, _ float64) float64 { return fg.At(i, j) / fgf.At(i, i) }, w)
		m.Apply(func(i, j int, _ float64) float64 { return fgf.At(i, j) / fgf.At(i, i) }, m)
	case "similarity-matching-psp": // W = F G, M = F G Fᵀ
		return &fg, &fgf
	case "similarity-matching-psw": // W = F G, and M F = W
		var inverse mat.Dense
		if err := inverse.Solve(f.T(), fg.T()); err != nil { // Mᵀ, least squares
			panic(err)
		}
		return &fg, mat.DenseCopyOf(inverse.T())
	case "weighted-subspace": // ±u_i/√θ_i = ±λ_i u_i
		gains := network.DefaultGains(k)
		w.Apply(func(i, _ int, v float64) float64 { return gains[i] * v }, w)
	}
	return w, m
}

// velocity returns the largest change of a weight, per learning rate, that stimuli with
// the covariance diag(spectrum) bring on average: ±√(N g_k) along each axis.
func velocity(t *testing.T, network circuit.Network, spectrum []float64, w, m *mat.Dense) float64 {
	t.Helper()
	const rate = 1e-8
	k, n := w.Dims()
	spec := paperSpec(network, n, k)
	spec.Rate, spec.InitialWeights = circuit.ConstantRate(rate), slices.Clone(w.RawMatrix().Data)
	if network.Population("outputs").Scale.Metaplastic { // α = 1, and Ŷ is the inverse of the rate
		spec.Rate, spec.InitialScale = circuit.ConstantRate(1), 1/rate
	}
	if network.Settles() {
		var err error
		if spec.Network, err = network.Exactly(); err != nil {
			t.Fatal(err)
		}
	}
	c := newCircuit(t, spec)
	if err := c.Lateral().SetWeights(m.RawMatrix().Data); err != nil {
		t.Fatal(err)
	}
	if !network.Population("outputs").Scale.Metaplastic {
		for o := range c.Outputs().Outputs() {
			if err := o.SetScale(m.At(o.Index(), o.Index())); err != nil {
				t.Fatal(err)
			}
		}
	}
	before := append(c.Feedforward().Weights(), c.M()...)
	x := make([]float64, n)
	for axis, g := range spectrum {
		for _, sign := range []float64{1, -1} {
			clear(x)
			x[axis] = sign * math.Sqrt(float64(n)*g)
			if err := c.Step(x); err != nil {
				t.Fatal(err)
			}
		}
	}
	largest := 0.0
	for i, v := range append(c.Feedforward().Weights(), c.M()...) {
		largest = math.Max(largest, math.Abs(v-before[i])/(rate*float64(2*n)))
	}
	return largest
}

// The networks of feedforward synapses alone have no lateral ones to be found.
func TestUnconnectedNetworksHaveNoLateralSynapses(t *testing.T) {
	for _, network := range relatives() {
		c := run(t, paperSpec(network, 6, 3), normals("stimuli", 20, 6))
		if got := c.Lateral().Len(); got != network.Projection("lateral").Wiring.Len(c.Outputs().Len()) {
			t.Errorf("%s has %d lateral synapses", network.Name, got)
		}
		if network.Population("outputs").Scale.IsFixed() {
			for _, m := range c.Outputs().Scales() {
				if m != 1 {
					t.Errorf("%s: a scale is %v", network.Name, m)
				}
			}
		}
	}
}

// Ŷ is the start and the sum of the squares of what the neuron said.
func TestCumulativeActivity(t *testing.T) {
	c := newCircuit(t, paperSpec(circuit.SimilarityMatching, 6, 3))
	want := []float64{10, 10, 10}
	for _, x := range normals("stimuli", 50, 6) {
		w, first := c.Feedforward().Synapse(1, 2).Weight(), want[1]
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
		y := c.Outputs().Signals(neuron.Final)
		for i := range want {
			want[i] += y[i] * y[i]
		}
		// Δw = y(x − y w)/Ŷ, with Ŷ that knows this y.
		learnt := w + y[1]*(x[2]-y[1]*w)/(first+y[1]*y[1])
		if got := c.Feedforward().Synapse(1, 2).Weight(); math.Abs(got-learnt) > 1e-12 {
			t.Fatalf("w is %v, want %v", got, learnt)
		}
	}
	compare(t, "Ŷ", c.Outputs().Scales(), want)
	compare(t, "M_d", []float64{c.M()[0], c.M()[4], c.M()[8]}, []float64{1, 1, 1})
}

// No network allocates in its step, by either executor.
func TestRelativesAllocateNothing(t *testing.T) {
	_, flows := offline(t)
	for _, network := range append(circuit.NetworksThat(circuit.Network.IsPair), flows...) {
		for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
			spec := paperSpec(network, 10, 3)
			spec.Executor, spec.Rate = executor, rateOf(network, circuit.ConstantRate(1e-4))
			c := newCircuit(t, spec)
			if network.IsOffline() {
				moments := make([]float64, 100)
				for i := range 10 {
					moments[11*i] = 1 / float64(1+i)
				}
				if err := c.SetMoments(moments); err != nil {
					t.Fatal(err)
				}
			}
			c.Feedforward().Synapse(0, 4).Lesion()
			x := smallStimulus(10, 0)
			if n := testing.AllocsPerRun(50, func() {
				if err := c.Step(x); err != nil {
					t.Fatal(err)
				}
			}); n != 0 {
				t.Errorf("%s, %v: %v allocations a step", network.Name, executor, n)
			}
		}
	}
}

// Whatever is projected back is what the equation says, written out with plain loops,
// and what a lesioned or a frozen synapse has to do with it.
func TestResidualsAreWhatTheirEquationsSay(t *testing.T) {
	const n, k, rate = 7, 3, 0.01
	for _, network := range relatives() {
		at := slices.IndexFunc(network.Schedule, func(p circuit.Phase) bool { _, is := p.(circuit.Residual); return is })
		if at < 0 {
			continue
		}
		spec := paperSpec(network, n, k)
		spec.Rate = circuit.ConstantRate(rate)
		c := newCircuit(t, spec)
		c.Feedforward().Synapse(1, 2).Lesion()
		c.Feedforward().Synapse(2, 5).Freeze()
		for _, x := range normals("stimuli", 5, n) {
			w := c.Feedforward().Weights()
			if err := c.Step(x); err != nil {
				t.Fatal(err)
			}
			want, y := slices.Clone(w), make([]float64, k)
			for i := range k {
				for j := range n {
					y[i] += w[i*n+j] * x[j]
				}
			}
			r := func(j int, c func(l int) float64) (sum float64) {
				for l := range k {
					sum += c(l) * y[l] * w[l*n+j]
				}
				return sum
			}
			one := func(int) float64 { return 1 }
			for i := range k {
				theta := 1 / (spec.Gains[i] * spec.Gains[i])
				for j := range n {
					var change float64
					switch network.Schedule[at].(circuit.Residual).Of {
					case circuit.FromAll:
						change = y[i] * (x[j] - r(j, one))
					case circuit.Weighted:
						change = y[i] * (x[j] - theta*r(j, one))
					case circuit.FromEarlier:
						change = y[i] * (x[j] - r(j, func(l int) float64 { return map[bool]float64{true: 1}[l <= i] }))
					case circuit.Gradient:
						change = y[i] * (x[j] - y[i]*w[i*n+j] - 2*r(j, func(l int) float64 { return map[bool]float64{true: 1}[l < i] }))
					case circuit.Reconstruction:
						again := 0.0 // w_i·e
						for h := range n {
							again += w[i*n+h] * (x[h] - r(h, one))
						}
						change = y[i]*(x[j]-r(j, one)) + again*x[j]
					}
					want[i*n+j] += rate * change
				}
			}
			want[1*n+2], want[2*n+5] = 0, w[2*n+5]
			compare(t, network.Name, c.Feedforward().Weights(), want)
		}
	}
}
