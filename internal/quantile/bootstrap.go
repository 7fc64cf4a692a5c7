package quantile

import (
	"slices"

	"twophase/internal/random"
)

// resamples is how often a bootstrap draws the values again.
const resamples = 2000

// Bootstrap returns the percentile interval of a statistic of values that were
// drawn independently: between the quantiles (1 ∓ level)/2 of the statistic of
// so many values drawn from them with replacement (Efron, 1979). The same values
// and seed give the same interval. It is not defined, NaN, of fewer than two
// values. The statistic may sort and change what it is given.
func Bootstrap(values []float64, level float64, seed uint64, statistic func([]float64) float64) (low, high float64) {
	n := len(values)
	if n < 2 {
		return nan, nan
	}
	stream := random.New(seed, 0, "bootstrap")
	drawn, found := make([]float64, n), make([]float64, resamples)
	places := make([]int, n)
	for i := range found {
		stream.Indices(places, n, uint64(i))
		for j, place := range places {
			drawn[j] = values[place]
		}
		found[i] = statistic(drawn)
	}
	slices.Sort(found)
	return Of(found, (1-level)/2), Of(found, (1+level)/2)
}

// Median returns the median of values, which it sorts.
func Median(values []float64) float64 {
	slices.Sort(values)
	return Of(values, 0.5)
}
