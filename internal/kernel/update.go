package kernel

import "math"

// Keep returns the fraction 1 − p_post·p_pre of a weight that decay leaves,
// where both decays already carry their √a.
func Keep(postDecay, preDecay float64) float64 {
	return math.FMA(-postDecay, preDecay, 1)
}

// Changed returns the weight after one factored change,
//
//	keep·w + d_post·d_pre,
//
// with the kept part rounded before the fused Hebbian product. Both drives
// already carry their √a.
func Changed(w, keep, postDrive, preDrive float64) float64 {
	return math.FMA(postDrive, preDrive, float64(keep*w))
}

// Update changes a row of weights w [N] onto one postsynaptic neuron, whose
// presynaptic drives and decays are preDrive [N] and preDecay [N].
func Update(w []float64, postDrive, postDecay float64, preDrive, preDecay []float64) {
	preDrive, preDecay = preDrive[:len(w)], preDecay[:len(w)]
	for j, wj := range w {
		w[j] = Changed(wj, Keep(postDecay, preDecay[j]), postDrive, preDrive[j])
	}
}

// UpdateUniform is Update where every presynaptic neuron has the same decay,
// so that the whole row keeps the same fraction of its weights.
func UpdateUniform(w []float64, keep, postDrive float64, preDrive []float64) {
	preDrive = preDrive[:len(w)]
	for j, wj := range w {
		w[j] = Changed(wj, keep, postDrive, preDrive[j])
	}
}

// Axpy adds a·x [n] to y [n], element by element, each addition fused.
func Axpy(y []float64, a float64, x []float64) {
	x = x[:len(y)]
	for i, yi := range y {
		y[i] = math.FMA(a, x[i], yi)
	}
}

// Scale sets dst [n] to a·x [n].
func Scale(dst []float64, a float64, x []float64) {
	x = x[:len(dst)]
	for i := range dst {
		dst[i] = a * x[i]
	}
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
