package orthonormal

import (
	"math"
	"slices"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
)

// Haar returns the first count columns of a Haar-random rotation of R^n:
// orthonormal vectors [count][n], uniformly distributed.
//
// They are Gaussian columns made orthonormal from the first to the last. That is
// the QR factorisation of a Gaussian matrix with the signs fixed so that R has a
// positive diagonal, since Gram–Schmidt leaves positive lengths there.
func Haar(n, count int, stream random.Stream) [][]float64 {
	return MoreHaar(nil, n, count, stream)
}

// MoreHaar returns the first count columns, of which some are there already.
func MoreHaar(columns [][]float64, n, count int, stream random.Stream) [][]float64 {
	columns = slices.Clone(columns)
	for k := len(columns); k < count; k++ {
		v := kernel.Aligned(n)
		stream.Normals(v, uint64(k))
		Remove(v, columns)
		Normalize(v)
		columns = append(columns, v)
	}
	return columns
}

// Remove makes v orthogonal to the orthonormal vectors of a basis by modified Gram–Schmidt,
// twice: the second pass removes what the rounding of the first one left.
func Remove(v []float64, basis [][]float64) {
	for range 2 {
		for _, u := range basis {
			kernel.Axpy(v, -kernel.Dot(u, v), u)
		}
	}
}

// Normalize scales v to length 1 and returns the length that it had.
func Normalize(v []float64) float64 {
	length := math.Sqrt(kernel.Dot(v, v))
	kernel.Scale(v, 1/length, v)
	return length
}
