package quantile_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/numerics/quantile"
)

func TestOf(t *testing.T) {
	v := []float64{1, 2, 4, 8}
	for q, want := range map[float64]float64{0: 1, 0.5: 3, 1: 8, 1. / 6: 1.5, 0.75: 5} {
		if got := quantile.Of(v, q); got != want {
			t.Errorf("quantile %v of %v is %v, want %v", q, v, got, want)
		}
	}
	if got := quantile.Of([]float64{7}, 0.25); got != 7 {
		t.Errorf("a quantile of one value is %v, want the value", got)
	}
	inf := math.Inf(1)
	for q, want := range map[float64]float64{0.25: 1.5, 0.5: 2, 0.625: inf, 0.9: inf} {
		if got := quantile.Of([]float64{1, 1.5, 2, inf, inf}, q); got != want {
			t.Errorf("quantile %v with infinite values is %v, want %v", q, got, want)
		}
	}
}

// A quantile does not decrease with q, and that share of the values lies at or below it.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		v := make([]float64, rapid.IntRange(1, 40).Draw(t, "n"))
		for i := range v {
			v[i] = random.NormFloat64()
		}
		slices.Sort(v)
		p, q := rapid.Float64Range(0, 1).Draw(t, "p"), rapid.Float64Range(0, 1).Draw(t, "q")
		if p > q {
			p, q = q, p
		}
		low, high := quantile.Of(v, p), quantile.Of(v, q)
		if low > high {
			t.Fatalf("quantile %v is %v, above quantile %v, %v", p, low, q, high)
		}
		at := int(q * float64(len(v)-1))
		if high < v[at] || high > v[min(at+1, len(v)-1)] {
			t.Fatalf("quantile %v is %v, not between its neighbours", q, high)
		}
	})
}

func TestAmong(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		values []float64
		q      float64
		want   float64
	}{
		{[]float64{3, 1, 2}, 0.5, 2},
		{[]float64{4, 1, 2, 3}, 0.5, 2.5},
		{[]float64{4, 1, 2, 3}, 0.75, 3.25},
		{[]float64{1, inf, 2, 3}, 0.5, 2.5},
		{[]float64{1, inf, inf, 2}, 0.5, inf},
		{[]float64{inf, inf}, 0.25, inf},
		{[]float64{7}, 0.75, 7},
	} {
		if got := quantile.Among(c.values, c.q); got != c.want {
			t.Errorf("quantile %v of %v is %v, want %v", c.q, c.values, got, c.want)
		}
	}
	if v := quantile.Among(nil, 0.5); !math.IsNaN(v) {
		t.Errorf("median of nothing is %v", v)
	}
}
