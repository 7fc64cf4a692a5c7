package pruning_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/measure"
	"twophase/internal/pruning"
)

// follow returns the life of a synapse with these weights, one a step.
func follow(weights []float64, c pruning.Criterion) pruning.Life {
	h := pruning.History{Weights: weights}
	for i := range weights {
		h.Steps = append(h.Steps, int64(i+1))
	}
	return pruning.Follow(h, 0, -1, c)
}

// Without noise, dwell and hysteresis, a synapse is pruned by the observatory's criterion
// if it is by the summary's.
func TestTheTwoCriteria(t *testing.T) {
	plain := pruning.Default
	plain.Noise, plain.Hysteresis, plain.Dwell = 0, 1, 1
	seen := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.Float64Range(-1, 1), 1, 20).Draw(t, "weights")
		final := rapid.Float64Range(1e-6, 0.3).Draw(t, "final")
		weights = append(weights, final, final) // it stays there for a step, and is no lesion
		peak := 0.0
		for _, w := range weights {
			peak = max(peak, math.Abs(w))
		}
		if math.Abs(final-measure.PrunedFraction*peak) < 1e-12 {
			t.Skip("at the threshold")
		}
		want := measure.BelowAtEnd(peak, final)
		seen[want]++
		if got := follow(weights, plain).Pruned; got != want {
			t.Errorf("pruned by the criterion of the observatory %v, of the summary %v", got, want)
		}
	})
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("only one case was met: %v", seen)
	}
}

// A weight that passes through 0 at the end of the run is pruned by the summary's criterion,
// and not by the observatory's, which waits for a dwell.
func TestTheTwoCriteriaDiffer(t *testing.T) {
	weights := make([]float64, 951)
	for i := range weights {
		weights[i] = math.Cos(2 * math.Pi * float64(i) / 200) // 4¾ periods
	}
	if life := follow(weights, pruning.Default); life.State != pruning.Active || !measure.BelowAtEnd(float64(life.Peak), float64(life.Final)) {
		t.Errorf("%+v", life)
	}
}

func TestDefaultCriterionHasTheFraction(t *testing.T) {
	if pruning.Default.Fraction != measure.PrunedFraction {
		t.Errorf("fraction %v, and %v in summaries", pruning.Default.Fraction, measure.PrunedFraction)
	}
}
