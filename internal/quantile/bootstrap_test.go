package quantile_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"twophase/internal/quantile"
)

func mean(v []float64) float64 { return stat.Mean(v, nil) }

// The bootstrap interval of a mean is nearly mean ∓ 1.96·s/√n, s² the variance of
// the values with divisor n. An end is a quantile of 2000 resampled means, with a
// standard deviation of √(0.025·0.975/2000)/φ(1.96) = 0.060 of theirs: 5 σ of it.
func TestBootstrapOfAMean(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	values := make([]float64, 400)
	for i := range values {
		values[i] = 3 + 2*rng.NormFloat64()
	}
	middle, sigma := mean(values), math.Sqrt(stat.PopVariance(values, nil)/400)
	low, high := quantile.Bootstrap(values, 0.95, 7, mean)
	for _, end := range [][2]float64{{low, middle - 1.96*sigma}, {high, middle + 1.96*sigma}} {
		if math.Abs(end[0]-end[1]) > 5*0.060*sigma {
			t.Errorf("the interval of the mean ends at %v, want %v ± %v", end[0], end[1], 0.3*sigma)
		}
	}
	wideLow, wideHigh := quantile.Bootstrap(values, 0.999, 7, mean)
	if !(wideLow < low && wideHigh > high) {
		t.Errorf("of level 0.999 the interval is %v to %v, of level 0.95 %v to %v", wideLow, wideHigh, low, high)
	}
	if again, _ := quantile.Bootstrap(values, 0.95, 7, mean); again != low {
		t.Errorf("once more, it begins at %v and not at %v", again, low)
	}
	if other, _ := quantile.Bootstrap(values, 0.95, 8, mean); other == low {
		t.Error("another seed gives the same interval")
	}
}

// Intervals of level 0.95 hold the median of what the values are drawn from about
// so often: of 25 values, whose medians fall on few places, in 92 to 97 of 100
// cases. Of 400, that is 368 to 388, with a standard deviation of 5 at most: 4 σ.
func TestBootstrapCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	covered := 0
	for trial := range 400 {
		values := make([]float64, 25)
		for i := range values {
			values[i] = rng.ExpFloat64()
		}
		low, high := quantile.Bootstrap(values, 0.95, uint64(trial), quantile.Median)
		if low <= math.Ln2 && math.Ln2 <= high {
			covered++
		}
	}
	if covered < 348 || covered > 399 {
		t.Errorf("%d of 400 intervals hold the median", covered)
	}
}

func TestBootstrapOfTooFew(t *testing.T) {
	for _, values := range [][]float64{nil, {1}} {
		if low, high := quantile.Bootstrap(values, 0.95, 1, quantile.Median); !math.IsNaN(low) || !math.IsNaN(high) {
			t.Errorf("the interval of %v is %v to %v", values, low, high)
		}
	}
}
