package covariance

import (
	"fmt"
	"math"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
)

const (
	iterationSteps     = 10_000 // at most
	iterationTolerance = 1e-9   // of the part outside the subspace of the step before
)

// Subspace returns an orthonormal basis of the space of the k largest eigenvalues, as the
// columns of a matrix [N×k], row-major, in canonical arithmetic. Unlike the eigenvectors of
// Principal it has the same bits on every machine, and may reach a stimulus. Where eigenvalues
// k and k+1 are equal it is one of many such spaces. Where they are too close for the
// iteration to converge, it returns an error.
//
// It is found by orthogonal iteration, V ← the columns of GV made orthonormal, which converges
// as (g_{k+1}/g_k)^steps, each of O(N²k). The error that remains is about
// 1e-9·g_k/(g_k − g_{k+1}).
func (c *Matrix) Subspace(k int) ([]float64, error) {
	if k < 1 || k >= c.n {
		return nil, fmt.Errorf("no principal subspace of %d dimensions of %d inputs: ask for 1 to %d", k, c.n, c.n-1)
	}
	basis := random.Haar(c.n, k, random.New(0, 0, "principal subspace"))
	for range iterationSteps {
		next, outside := c.iterate(basis)
		if basis = next; outside <= iterationTolerance {
			matrix := make([]float64, c.n*k)
			for j, u := range basis {
				for i, v := range u {
					matrix[i*k+j] = v
				}
			}
			return matrix, nil
		}
	}
	return nil, fmt.Errorf("the first %d principal directions are not found in %d iterations: eigenvalues %d and %d of the covariance are too close, or 0",
		k, iterationSteps, k, k+1)
}

// iterate returns the next basis and the length of what lies outside the space of
// the present one.
func (c *Matrix) iterate(basis [][]float64) (next [][]float64, outside float64) {
	rest := kernel.Aligned(c.n)
	for _, v := range basis {
		product := kernel.Aligned(c.n)
		for i, vi := range v {
			kernel.Axpy(product, vi, c.Row(i)) // G is symmetric
		}
		kernel.Orthogonalize(product, next)
		if kernel.Normalize(product) == 0 {
			return basis, math.Inf(1)
		}
		next = append(next, product)
		copy(rest, product)
		kernel.Orthogonalize(rest, basis)
		outside += kernel.Dot(rest, rest)
	}
	return next, math.Sqrt(outside)
}
