package kernel

import "math"

// Orthogonalize makes v orthogonal to the orthonormal vectors of a basis by modified Gram–Schmidt,
// twice: the second pass removes what the rounding of the first one left.
func Orthogonalize(v []float64, basis [][]float64) {
	for range 2 {
		for _, u := range basis {
			Axpy(v, -Dot(u, v), u)
		}
	}
}

// Normalize scales v to length 1 and returns the length that it had.
func Normalize(v []float64) float64 {
	length := math.Sqrt(Dot(v, v))
	Scale(v, 1/length, v)
	return length
}
