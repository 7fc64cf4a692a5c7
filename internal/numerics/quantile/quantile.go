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

// Median returns the median of values, which it sorts. It is NaN if there are none.
func Median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	slices.Sort(values)
	return Of(values, 0.5)
}

// Confidence is the least probability with which a MedianInterval holds the median.
const Confidence = 0.95

// MedianInterval returns the confidence interval of the median that independent values in ascending
// order are drawn around, whatever their distribution is: the narrowest one from the r-th smallest to
// the r-th largest value that holds the median with a probability of Confidence (that of the sign
// test). The median lies outside with probability 2·P(fewer than r of n are below it) = 2·Σ_{i<r}
// C(n,i)/2ⁿ, or less where values coincide. Even the smallest and the largest of five values hold it
// with 1 − 2⁻⁴ = 0.9375 only, so that for fewer than six values there is no such interval: it is NaN.
func MedianInterval(ascending []float64) (low, high float64) {
	n, r := len(ascending), 0
	for outside := 0.0; ; r++ {
		if outside += 2 * halves(n, r); outside > 1-Confidence {
			break
		}
	}
	if r == 0 {
		return math.NaN(), math.NaN()
	}
	return ascending[r-1], ascending[n-r]
}

// FewestForInterval is the least number of values that have a MedianInterval.
const FewestForInterval = 6

// Interval returns the MedianInterval and Confidence. Of two to five values it returns the smallest and the largest, and
// the probability with which these hold the median; of fewer, NaN.
func Interval(ascending []float64) (low, high, coverage float64) {
	n := len(ascending)
	switch {
	case n < 2:
		return math.NaN(), math.NaN(), math.NaN()
	case n < FewestForInterval:
		return ascending[0], ascending[n-1], Coverage(n)
	}
	low, high = MedianInterval(ascending)
	return low, high, Confidence
}

// Coverage returns the probability with which the Interval of two or more values holds the median, at least.
func Coverage(n int) float64 { return min(Confidence, 1-math.Exp2(1-float64(n))) }

// halves returns the probability C(n,i)/2ⁿ that i of n values are below their median.
func halves(n, i int) float64 {
	logGamma := func(m int) float64 { v, _ := math.Lgamma(float64(m)); return v }
	return math.Exp(logGamma(n+1) - logGamma(i+1) - logGamma(n-i+1) - float64(n)*math.Ln2)
}
