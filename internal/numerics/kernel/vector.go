package kernel

import "math"

// The routines of a vector, element by element, in plain Go: the reference for
// the assembly, as in tile.go.

func scaleReference(dst []float64, a float64, x []float64) {
	for i := range dst {
		dst[i] = a * x[i]
	}
}

func axpyReference(y []float64, a float64, x []float64) {
	for i, yi := range y {
		y[i] = fma(a, x[i], yi)
	}
}

func addEachReference(dst, x, y []float64) {
	for i := range dst {
		dst[i] = x[i] + y[i]
	}
}

func subtractEachReference(dst, x, y []float64) {
	for i := range dst {
		dst[i] = x[i] - y[i]
	}
}

func multiplyEachReference(dst, x, y []float64) {
	for i := range dst {
		dst[i] = x[i] * y[i]
	}
}

func divideEachReference(dst, x, y []float64) {
	for i := range dst {
		dst[i] = x[i] / y[i]
	}
}

func addSquaresReference(y, x []float64) {
	for i, yi := range y {
		y[i] = fma(x[i], x[i], yi)
	}
}

func rescaleReference(m, drive, decay, drain []float64) {
	for i, mi := range m {
		m[i] = Rescaled(mi, drive[i], decay[i], drain[i])
	}
}

func copyFiniteReference(dst, x []float64) bool {
	copy(dst, x)
	return Finite(x)
}

// shortVector is the length up to which plain Go is faster than calling the assembly.
const shortVector = 6

// shortDot is the same for a dot product.
const shortDot = 16

// Scale sets dst [n] to a·x [n].
func Scale(dst []float64, a float64, x []float64) {
	if x = x[:len(dst)]; len(dst) > shortVector {
		scaleVector(dst, a, x)
	} else {
		scaleReference(dst, a, x)
	}
}

// AddEach sets dst [n] to x [n] + y [n].
func AddEach(dst, x, y []float64) {
	if x, y = x[:len(dst)], y[:len(dst)]; len(dst) > 0 {
		addEach(dst, x, y)
	}
}

// SubtractEach sets dst [n] to x [n] − y [n].
func SubtractEach(dst, x, y []float64) {
	if x, y = x[:len(dst)], y[:len(dst)]; len(dst) > 0 {
		subtractEach(dst, x, y)
	}
}

// MultiplyEach sets each of dst [n] to the product of its numbers of x [n] and y [n].
func MultiplyEach(dst, x, y []float64) {
	if x, y = x[:len(dst)], y[:len(dst)]; len(dst) > 0 {
		multiplyEach(dst, x, y)
	}
}

// DivideEach sets each of dst [n] to its number of x [n] divided by that of y [n].
func DivideEach(dst, x, y []float64) {
	if x, y = x[:len(dst)], y[:len(dst)]; len(dst) > 0 {
		divideEach(dst, x, y)
	}
}

// Axpy adds a·x [n] to y [n], element by element, each addition fused.
func Axpy(y []float64, a float64, x []float64) {
	if x = x[:len(y)]; len(y) > 0 {
		axpyVector(y, a, x)
	}
}

// Rescaled returns a scale after one change,
//
//	(1 − p²)·m − q² + d²,
//
// with the kept part rounded before the fused products, as in Changed. All three
// factors already carry their √a.
func Rescaled(m, drive, decay, drain float64) float64 {
	return fma(drive, drive, fma(-drain, drain, float64(Keep(decay, decay)*m)))
}

// Rescale changes scales m [n] by their neurons' factors [n]: see Rescaled.
func Rescale(m, drive, decay, drain []float64) {
	n := len(m)
	if drive, decay, drain = drive[:n], decay[:n], drain[:n]; n > 0 {
		rescaleVector(m, drive, decay, drain)
	}
}

// CopyFinite copies x [n] to dst [n] and reports whether all of it is finite.
func CopyFinite(dst, x []float64) bool {
	if x = x[:len(dst)]; len(dst) == 0 {
		return true
	}
	return copyFiniteVector(dst, x)
}

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
