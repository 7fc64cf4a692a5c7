package kernel

import "math"

// Keep returns the fraction 1 − p_post·p_pre of a weight that decay leaves,
// where both decays already carry their √a.
func Keep(postDecay, preDecay float64) float64 {
	return fma(-postDecay, preDecay, 1)
}

// Changed returns the weight after one factored change,
//
//	keep·w + d_post·d_pre,
//
// with the kept part rounded before the fused Hebbian product. Both drives
// already carry their √a.
func Changed(w, keep, postDrive, preDrive float64) float64 {
	return fma(postDrive, preDrive, float64(keep*w))
}

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
