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

// Median and quartiles of E_Pro on the paper's small problem at T = 10⁴, of 400
// trials by an independent program, as published in docs: rounded to two digits.
var smallAt10000 = map[string]struct{ lower, upper float64 }{
	"ifPSP": {1.4e-3, 2.1e-3},
	"PSP":   {1.3e-3, 2.0e-3},
	"ifPSW": {2.2e-3, 4.4e-3},
	"PSW":   {2.2e-3, 4.9e-3},
}

// The median of n trials lies below the population's lower quartile only if at
// least n/2 of them do, each with probability ¼. For n = 100,
//
//	P(Binomial(100, ¼) ≥ 50) = 6.6e-8,
//
// so over four networks and two sides the medians of a correct program leave
// the true quartile ranges for one choice of seeds in two million. The printed
// quartiles are not the true ones: of 400 trials, a quartile is that of a
// probability ¼ ± √(¼·¾/400) = ¼ ± 0.022, and two digits round it by up to 4 %,
// which is another 0.03 or so. At 0.30 the chance is still 2e-5 a side. (With
// 20 trials it would be P(Binomial(20, ¼) ≥ 10) = 0.014 a side, and the range
// would have to be widened to the 10 % and 90 % quantiles to get below 1e-5.)
func TestConvergenceOnTheSmallProblem(t *testing.T) {
	if testing.Short() {
		t.Skip("four million steps")
	}
	trials, steps := long.Or(40, 100), 10000
	problem, err := stimulus.LookupProblem("small")
	if err != nil {
		t.Fatal(err)
	}
	for _, network := range circuit.PaperNetworks() {
		t.Run(network.Name, func(t *testing.T) {
			t.Parallel()
			errors := make([]float64, trials)
			var workers sync.WaitGroup
			for trial := range errors {
				workers.Go(func() { errors[trial] = subspaceError(t, network, problem, uint64(trial), steps) })
			}
			workers.Wait()
			slices.Sort(errors)
			median := (errors[trials/2-1] + errors[trials/2]) / 2
			want := smallAt10000[network.Name]
			t.Logf("E_Pro %.3g [%.3g %.3g]", median, errors[trials/4], errors[3*trials/4])
			if !(median >= want.lower && median <= want.upper) {
				t.Errorf("median E_Pro of %d trials %.3g, reference quartiles %.2g and %.2g", trials, median, want.lower, want.upper)
			}
		})
	}
}

// subspaceError returns E_Pro of one trial of the paper's experiment.
func subspaceError(t *testing.T, network circuit.Network, problem stimulus.Problem, trial uint64, steps int) float64 {
	source, err := stimulus.NewGaussian(problem.Spectrum, 1, trial)
	if err != nil {
		t.Error(err)
		return 0
	}
	basis, err := source.Basis(problem.Outputs)
	if err != nil {
		t.Error(err)
		return 0
	}
	c, err := circuit.New(circuit.Spec{
		Network: network, Inputs: problem.Inputs, Gains: circuit.LinearGains(problem.Outputs, 1, 0.7),
		Rate: circuit.DecayingRate(10, 250), Seed: 1, Trial: trial,
	})
	if err != nil {
		t.Error(err)
		return 0
	}
	x := make([]float64, problem.Inputs)
	for range steps {
		if err := source.Next(x); err != nil {
			t.Error(err)
		}
		if err := c.Step(x); err != nil {
			t.Error(err)
			return 0
		}
	}
	filter, err := c.Filter()
	if err != nil {
		t.Error(err)
		return 0
	}
	estimate := c.Estimate(filter, problem.Spectrum[:problem.Outputs])
	return subspace.ProcrustesError(estimate, mat.NewDense(problem.Inputs, problem.Outputs, basis))
}
