package pruning_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/measure"
	"twophase/internal/traces/pruning"
)

// There is one criterion: whatever the noise floor, the dwell and the hysteresis, a synapse is pruned if the summary says so.
// What the run itself saw decides, where that is known.
func TestOneCriterion(t *testing.T) {
	seen := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		c := pruning.Default
		c.Noise, c.Hysteresis, c.Dwell = rapid.Float64Range(0, 5).Draw(t, "noise"), rapid.Float64Range(1, 4).Draw(t, "hysteresis"), rapid.Int64Range(0, 30).Draw(t, "dwell")
		weights := rapid.SliceOfN(rapid.Float64Range(-1, 1), 1, 20).Draw(t, "weights")
		weights = append(weights, rapid.Float64Range(-0.3, 0.3).Draw(t, "final"))
		peak, final := 0.0, math.Abs(weights[len(weights)-1])
		for _, w := range weights {
			peak = max(peak, math.Abs(w))
		}
		h := pruning.History{Weights: weights}
		for i := range weights {
			h.Steps = append(h.Steps, int64(i+1))
		}
		floor := rapid.Float64Range(0, 1).Draw(t, "floor")
		var run *pruning.Seen
		if rapid.Bool().Draw(t, "seen") && peak > 0 {
			peak *= rapid.Float64Range(0.5, 2).Draw(t, "looked")
			run = &pruning.Seen{Peak: peak, PeakStep: 3, Final: final}
		}
		want := measure.Pruned(peak, final)
		seen[want]++
		if got := pruning.Follow(h, floor, -1, run, c); got.Pruned != want || (got.State == pruning.Pruned) != want || !want && got.BelowSince != nil {
			t.Errorf("%+v, where the summary says %v", got, want)
		}
	})
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("only one case was met: %v", seen)
	}
}

func TestDefaultCriterionHasTheFraction(t *testing.T) {
	if pruning.Default.Fraction != measure.PrunedFraction {
		t.Errorf("fraction %v, and %v in summaries", pruning.Default.Fraction, measure.PrunedFraction)
	}
}
