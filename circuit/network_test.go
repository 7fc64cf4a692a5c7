package circuit_test

import (
	"slices"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/subspace"
	"twophase/internal/testkit/long"
	"twophase/stimulus"
)

// relatives are the networks that are neither of the paper nor the cascades and the slow decay that this project made of it.
func relatives() []circuit.Network { return circuit.NetworksThat(circuit.Network.IsPair)[7:] }

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
			c.Forward().Synapse(0, 4).Lesion()
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
		c.Forward().Synapse(1, 2).Lesion()
		c.Forward().Synapse(2, 5).Freeze()
		for _, x := range normals("stimuli", 5, n) {
			w := c.Forward().Weights()
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
			compare(t, network.Name, c.Forward().Weights(), want)
		}
	}
}
