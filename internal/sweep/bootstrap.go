package sweep

import (
	"slices"

	"twophase/internal/quantile"
	"twophase/internal/random"
)

// A confidence interval is that of the percentile bootstrap: of so many samples
// drawn with replacement, the central part of their medians.
const (
	resamples  = 1000
	confidence = 0.95
)

// bootstrap returns the confidence interval of the median of values in ascending
// order. The draws are those of a stream, from one of its steps on.
func bootstrap(ascending []float64, stream random.Stream, step uint64) (low, high float64) {
	n := len(ascending)
	if n == 1 {
		return ascending[0], ascending[0]
	}
	draws, counts := make([]int, n), make([]int, n)
	medians := make([]float64, resamples)
	for i := range medians {
		stream.Indices(draws, n, step+uint64(i))
		clear(counts)
		for _, number := range draws {
			counts[number]++
		}
		medians[i] = resampled(ascending, counts)
	}
	slices.Sort(medians)
	return quantile.Of(medians, (1-confidence)/2), quantile.Of(medians, (1+confidence)/2)
}

// resampled returns the median of values in ascending order, of which each is there
// so many times, as many as there are values in all.
func resampled(ascending []float64, counts []int) float64 {
	n, before := len(ascending), 0
	lower := 0.0 // of the two in the middle, if n is even
	for i, count := range counts {
		if n%2 == 0 && before <= n/2-1 && n/2-1 < before+count {
			lower = ascending[i]
		}
		if n/2 < before+count {
			if n%2 == 0 {
				return 0.5*lower + 0.5*ascending[i]
			}
			return ascending[i]
		}
		before += count
	}
	panic("sweep: a resample without a median")
}
