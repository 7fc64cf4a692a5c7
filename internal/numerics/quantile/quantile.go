package quantile

import (
	"math"
	"slices"
)

// Of returns the quantile q, from 0 to 1, of values in ascending order, by linear
// interpolation between the two that are next to it. Values may be infinite. It
// panics if there are none.
func Of(ascending []float64, q float64) float64 {
	at := q * float64(len(ascending)-1)
	i := int(at)
	part := at - float64(i)
	switch {
	case part == 0 || ascending[i] == ascending[i+1]:
		return ascending[i]
	case math.IsInf(ascending[i+1], 1):
		return ascending[i+1]
	}
	return ascending[i] + float64(part*(ascending[i+1]-ascending[i]))
}

// Median returns the median of values, which it sorts.
func Median(values []float64) float64 {
	slices.Sort(values)
	return Of(values, 0.5)
}
