package kernel

import "math"

// MaxAbs returns the largest magnitude in x, NaN if one is NaN, 0 if x is empty.
func MaxAbs(x []float64) float64 {
	largest := uint64(0) // as bits, which have the order of the magnitudes; those of NaN are largest
	for _, v := range x {
		largest = max(largest, math.Float64bits(v)&^(1<<63))
	}
	return math.Float64frombits(largest)
}

// Finite reports whether every element of x is a finite number.
func Finite(x []float64) bool {
	for _, v := range x {
		if v-v != 0 { // Inf − Inf and NaN − NaN are NaN
			return false
		}
	}
	return true
}
