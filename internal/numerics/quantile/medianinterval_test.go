package quantile_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"twophase/internal/numerics/quantile"
)

// The ranks are those of the tables of the sign test: the interval of level 0.95 goes from the r-th
// smallest to the r-th largest of n values.
func TestMedianIntervalHasTheRanksOfTheSignTest(t *testing.T) {
	for n, r := range map[int]int{6: 1, 8: 1, 9: 2, 11: 2, 12: 3, 17: 5, 25: 8, 50: 18, 100: 40, 10_000: 4902} {
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(i + 1)
		}
		if low, high := quantile.MedianInterval(values); low != float64(r) || high != float64(n+1-r) {
			t.Errorf("of %d values from number %v to %v, want %d to %d", n, low, high, r, n+1-r)
		}
	}
}

// No interval is called one of 95 % that covers less: fewer than six values have none, since their
// smallest and their largest hold the median with 1 − 2^(1−n) only.
func TestMedianIntervalOfFew(t *testing.T) {
	for n := range quantile.FewestForInterval + 1 {
		values := make([]float64, n)
		low, high := quantile.MedianInterval(values)
		enough := 1-math.Exp2(1-float64(n)) >= quantile.Confidence
		if known := low == low && high == high; known != enough || known != (n >= quantile.FewestForInterval) {
			t.Errorf("%d values have the interval %v to %v", n, low, high)
		}
	}
}

// The interval holds the median as often as it says, for a skew distribution too.
func TestMedianIntervalCovers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{6, 7, 9, 10, 20, 37} {
		const draws = 4000
		held := 0
		for range draws {
			values := make([]float64, n)
			for i := range values {
				values[i] = random.ExpFloat64()
			}
			slices.Sort(values)
			if low, high := quantile.MedianInterval(values); low <= math.Ln2 && math.Ln2 <= high {
				held++
			}
		}
		if share := float64(held) / draws; share < quantile.Confidence-0.01 { // three standard errors
			t.Errorf("of %d values %.3f hold the median", n, share)
		}
	}
}
