package quantile

import (
	"math"
	"slices"

	"twophase/internal/random"
)

// Confidence is the level of a MedianInterval. Its bootstrap draws resamples samples.
const (
	Confidence = 0.95
	resamples  = 1000
)

// MedianIntervalSteps is the number of steps of a stream that a MedianInterval uses.
const MedianIntervalSteps = resamples

// MedianInterval returns the confidence interval of the median of independent values in ascending
// order: the percentile bootstrap (Efron, 1979), which is the central part of the medians of
// samples drawn with replacement. The draws come from a stream, from a step on; the next interval
// of the stream must begin MedianIntervalSteps later. For fewer than two values it is NaN.
func MedianInterval(ascending []float64, stream random.Stream, step uint64) (low, high float64) {
	n := len(ascending)
	if n < 2 {
		return math.NaN(), math.NaN()
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
	return Of(medians, (1-Confidence)/2), Of(medians, (1+Confidence)/2)
}

// resampled returns the median of a sample of values in ascending order; counts says how often each
// value occurs in it.
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
	panic("quantile: a resample without a median")
}
