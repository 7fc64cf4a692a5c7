// Package quantile summarises what several trials measured.
package quantile

// Of returns the quantile q, from 0 to 1, of values in ascending order, by linear
// interpolation between the two that are next to it. It panics if there are no
// values.
func Of(ascending []float64, q float64) float64 {
	at := q * float64(len(ascending)-1)
	i := int(at)
	if i+1 == len(ascending) {
		return ascending[i]
	}
	return ascending[i] + float64((at-float64(i))*(ascending[i+1]-ascending[i]))
}
