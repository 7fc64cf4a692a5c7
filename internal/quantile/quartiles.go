package quantile

import (
	"math"
	"slices"
)

// Quartiles of a measure over trials.
type Quartiles struct{ Low, Median, High float64 }

// QuartilesOf returns the quartiles of values in any order. They are NaN if there are no values, or
// if one is NaN.
func QuartilesOf(values []float64) Quartiles {
	return Quartiles{Among(values, 0.25), Among(values, 0.5), Among(values, 0.75)}
}

// Among returns a quantile of values in any order. It is NaN if there are no values, or if one is
// NaN.
func Among(values []float64, q float64) float64 {
	if len(values) == 0 || slices.ContainsFunc(values, math.IsNaN) {
		return math.NaN()
	}
	return Of(slices.Sorted(slices.Values(values)), q)
}
