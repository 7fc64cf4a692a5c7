package quantile

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/random"
)

// The median of a resample is that of what was drawn, sorted.
func TestResampled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-5, 5), 2, 9).Draw(t, "values")
		slices.Sort(values)
		counts := make([]int, len(values))
		var drawn []float64
		for range values {
			i := rapid.IntRange(0, len(values)-1).Draw(t, "number")
			counts[i]++
			drawn = append(drawn, values[i])
		}
		slices.Sort(drawn)
		n := len(drawn)
		want := drawn[n/2]
		if n%2 == 0 {
			want = 0.5*drawn[n/2-1] + 0.5*drawn[n/2]
		}
		if got := resampled(values, counts); got != want {
			t.Fatalf("median of %v is %v, want %v", drawn, got, want)
		}
	})
}

// Of no values there is no interval, and of one it is not known: one trial says nothing of
// how far another would be.
func TestMedianIntervalOfFew(t *testing.T) {
	if low, high := MedianInterval(nil, random.New(1, 0, "test"), 0); !math.IsNaN(low) || !math.IsNaN(high) {
		t.Errorf("the interval of nothing is %v to %v", low, high)
	}
	if low, high := MedianInterval([]float64{7}, random.New(1, 0, "test"), 0); low == low || high == high {
		t.Errorf("the interval of 7 is %v to %v", low, high)
	}
}
