package theory_test

import (
	"math"
	"slices"
	"sync"
	"testing"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/testkit/long"
)

// spread is a median with its quartiles.
type spread struct{ median, lower, upper float64 }

// offline holds E_Pro of the offline flows after T iterations, by an independent
// program (C++, other random numbers): 100 trials of the small problem, 20 of
// the large one. Where E_Pro was below 1e-12 its formula was at its end.
var offline = []struct {
	setup  setup
	trials int
	at     []int
	errors map[string][]spread
}{
	{small(), 100, []int{100, 1000}, map[string][]spread{
		"ifPSP": {{2.81e-4, 9.9e-5, 9.3e-4}, {3.27e-10, 7.7e-11, 1.6e-9}},
		"PSP":   {{2.42e-5, 1.5e-5, 4.8e-5}, {3.65e-10, 8.6e-11, 1.7e-9}},
		"ifPSW": {{9.96e-3, 4.4e-3, 1.9e-2}, {6.84e-7, 1.8e-7, 2.7e-6}},
		"PSW":   {{9.99e-3, 4.7e-3, 2.0e-2}, {6.83e-7, 1.8e-7, 2.6e-6}},
	}},
	{large(), 20, []int{100, 1000, 5000}, map[string][]spread{
		"ifPSP": {{6.79e-4, 5.6e-4, 7.8e-4}, {1.34e-5, 9.9e-6, 2.4e-5}, {1.70e-7, 1.0e-7, 2.4e-7}},
		"PSP":   {{5.92e-6, 4.8e-6, 7.2e-6}, {3.08e-8, 2.5e-8, 4.0e-8}, {3.74e-10, 2.8e-10, 5.9e-10}},
		"ifPSW": {{1.32e-2, 1.2e-2, 1.4e-2}, {2.31e-3, 1.7e-3, 2.5e-3}, {3.28e-4, 2.5e-4, 4.3e-4}},
		"PSW":   {{1.36e-2, 1.2e-2, 1.5e-2}, {1.97e-3, 1.7e-3, 2.4e-3}, {3.13e-4, 2.3e-4, 4.0e-4}},
	}},
}

// The medians of two samples of ln E_Pro, n₁ and n₂ trials, differ by chance by
//
//	1.2533·σ·√(1/n₁ + 1/n₂),  σ = (ln upper − ln lower)/1.349,
//
// nearly normally: 1.2533 is √(π/2), and 1.349σ lies between the quartiles of a
// normal distribution. σ is taken from the reference trials. Five of these
// standard errors leave one chance in two million for each comparison.
func TestOfflineErrorsAgainstAnIndependentProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("one and a half million iterations")
	}
	trials := long.Or(10, 60)
	for _, reference := range offline {
		for _, network := range networks() {
			t.Run(reference.setup.name+"/"+network.Name, func(t *testing.T) {
				t.Parallel()
				errors := offlineErrors(t, network, reference.setup, reference.at, trials)
				for i, want := range reference.errors[network.Name] {
					slices.Sort(errors[i])
					median := math.Log(errors[i][trials/2-1])/2 + math.Log(errors[i][trials/2])/2
					sigma := math.Log(want.upper/want.lower) / 1.349
					standard := 1.2533 * sigma * math.Sqrt(1/float64(trials)+1/float64(reference.trials))
					off := (median - math.Log(want.median)) / standard
					t.Logf("T = %d: median %.3g, reference %.3g, %.1f standard errors apart", reference.at[i], math.Exp(median), want.median, off)
					if !(math.Abs(off) < 5) {
						t.Errorf("T = %d: median E_Pro of %d trials %.3g is %.1f standard errors from the reference %.3g",
							reference.at[i], trials, math.Exp(median), off, want.median)
					}
				}
			})
		}
	}
}

// offlineErrors returns E_Pro [len(at)×trials].
func offlineErrors(t *testing.T, network circuit.Network, s setup, at []int, trials int) [][]float64 {
	errors := make([][]float64, len(at))
	for i := range errors {
		errors[i] = make([]float64, trials)
	}
	var workers sync.WaitGroup
	for trial := range trials {
		workers.Go(func() {
			k, n := len(s.gains), len(s.spectrum)
			f, err := theory.NewFlow(theory.FlowSpec{
				Network: network, Spectrum: s.spectrum, Gains: s.gains, InitialWeights: weights(uint64(1000+trial), k, n),
			})
			if err != nil {
				t.Error(err)
				return
			}
			for i, steps := range at {
				if err := f.Run(steps - f.StepCount()); err != nil {
					t.Error(err)
					return
				}
				errors[i][trial] = f.Error()
			}
		})
	}
	workers.Wait()
	return errors
}
