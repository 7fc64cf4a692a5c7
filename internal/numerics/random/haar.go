package random

import (
	"slices"

	"twophase/internal/numerics/kernel"
)

// Haar returns the first count columns of a Haar-random rotation of R^n:
// orthonormal vectors [count][n], uniformly distributed.
//
// They are Gaussian columns made orthonormal from the first to the last. That is
// the QR factorisation of a Gaussian matrix with the signs fixed so that R has a
// positive diagonal, since Gram–Schmidt leaves positive lengths there.
func Haar(n, count int, stream Stream) [][]float64 {
	return MoreHaar(nil, n, count, stream)
}

// MoreHaar returns the first count columns, of which some are there already.
func MoreHaar(columns [][]float64, n, count int, stream Stream) [][]float64 {
	columns = slices.Clone(columns)
	for k := len(columns); k < count; k++ {
		v := kernel.Aligned(n)
		stream.Normals(v, uint64(k))
		kernel.Orthogonalize(v, columns)
		kernel.Normalize(v)
		columns = append(columns, v)
	}
	return columns
}
