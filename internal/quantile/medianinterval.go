package quantile

import (
	"math"
	"slices"

	"twophase/internal/random"
)

// Confidence is the level of a MedianInterval, and resamples the number of samples
// that it draws.
const (
	Confidence = 0.95
	resamples  = 1000
)

// MedianIntervalSteps is how many steps of its stream a MedianInterval takes.
const MedianIntervalSteps = resamples

// MedianInterval returns the confidence interval of the median of values in ascending
// order that were drawn independently: the percentile bootstrap (Efron, 1979), the
// central part of the medians of samples drawn from them with replacement. The draws
// are those of a stream, from one of its steps on; the next interval of the stream is
// to begin MedianIntervalSteps later. Of one value it is that value, of none NaN.
func MedianInterval(ascending []float64, stream random.Stream, step uint64) (low, high float64) {
	n := len(ascending)
	switch n {
	case 0:
		return math.NaN(), math.NaN()
	case 1:
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
	return Of(medians, (1-Confidence)/2), Of(medians, (1+Confidence)/2)
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
	panic("quantile: a resample without a median")
}
