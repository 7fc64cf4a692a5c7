package kernel

import "math"

// MaxAbs returns the largest magnitude in x, NaN if one is NaN, 0 if x is empty.
func MaxAbs(x []float64) float64 {
	largest := 0.0
	for _, v := range x {
		largest = max(largest, math.Abs(v))
	}
	return largest
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
