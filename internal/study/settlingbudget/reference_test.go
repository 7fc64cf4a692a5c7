package settlingbudget

import (
	"math"
	"slices"
	"testing"

	"twophase/circuit"
	"twophase/internal/numerics/quantile"
	"twophase/internal/testkit/long"
)

// jacobiCases are cold Jacobi settling with these budgets.
func jacobiCases(n circuit.Network, budgets ...int) (all []Case) {
	for _, sweeps := range budgets {
		all = append(all, settlingCase(n, circuit.Jacobi, Cold, sweeps))
	}
	return all
}

// The medians of E_Pro after 100 000 steps that an independent program found. It
// read all networks by their settled filter M⁻¹W, as errors far above 1 show:
// those of a network's own filter stay of the order of 1 there.
//
// Tolerance: were the reference the median of what the trials are drawn from, any
// trial would be as likely above as below it, and it would lie outside of all nine
// with a probability of 2/2⁹, or outside of all but the two outermost of fifteen with
// 2·16/2¹⁵: one in 256 and one in 1024. The reference is rounded to two digits.
func TestReferenceMedians(t *testing.T) {
	long.Only(t)
	for _, c := range []struct {
		problem string
		network circuit.Network
		trials  int
		budgets []int
		medians []float64
	}{
		{Small, circuit.PSP, 15, []int{1, 2, 3, 4, 8}, []float64{4.8e6, 1.6e-4, 1.6e-4, 1.5e-4, 1.5e-4}},
		{Small, circuit.PSW, 15, []int{1, 2, 4, 8}, []float64{0.99, 2.9e-4, 2.9e-4, 2.9e-4}},
		{Large, circuit.PSP, 9, []int{1, 2, 3, 8}, []float64{4e4, 3.3e-4, 1.4e12, 1.7e-4}},
	} {
		o, err := Options{Problems: []string{c.problem}}.withDefaults()
		if err != nil {
			t.Fatal(err)
		}
		p, err := gaussian(o, c.problem, 0, 100_000, c.trials)
		if err != nil {
			t.Fatal(err)
		}
		all := jacobiCases(c.network, c.budgets...)
		errors := make([][]float64, len(all))
		for trial := range uint64(c.trials) {
			outcomes, err := p.runTrial(t.Context(), all, o, trial)
			if err != nil {
				t.Fatal(err)
			}
			for i, outcome := range outcomes {
				errors[i] = append(errors[i], outcome.settled)
			}
		}
		for i, want := range c.medians {
			slices.Sort(errors[i])
			low, high := errors[i][c.trials/15], errors[i][c.trials-1-c.trials/15]
			t.Logf("%s %s %d: %.2g, from %.2g to %.2g, reference %.2g", c.problem, c.network.Name, c.budgets[i], quantile.Of(errors[i], 0.5), low, high, want)
			rounding := 0.05 * math.Pow(10, math.Floor(math.Log10(want)))
			if !(low <= want+rounding && want-rounding <= high) {
				t.Errorf("%s %s, %d sweeps: the trials lie between %.2g and %.2g, the reference is %.2g", c.problem, c.network.Name, c.budgets[i], low, high, want)
			}
		}
	}
}

// Three sweeps may be worse than two and than four: the reference has an upper
// quartile of 0.99 for the small PSW, so that some trials are lost, but not all.
func TestThreeSweepsAreNotSafe(t *testing.T) {
	if testing.Short() {
		t.Skip("learns from 20 000 stimuli, many times")
	}
	o := Options{Problems: []string{Small}, Trials: 20, Steps: 20_000}
	r, err := run(t.Context(), o, jacobiCases(circuit.PSW, 2, 3, 4))
	if err != nil {
		t.Fatal(err)
	}
	two, three, four := r.Rows[0].Lost, r.Rows[1].Lost, r.Rows[2].Lost
	if two != 0 || four != 0 || three == 0 || three == 1 {
		t.Errorf("lost with 2, 3 and 4 sweeps: %v, %v and %v of the trials", two, three, four)
	}
}
