package covariance

import (
	"math"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
)

const (
	lanczosSteps     = 300   // at most
	lanczosTolerance = 1e-14 // relative growth over lanczosPatience steps
	lanczosPatience  = 5
)

// TopEigenvalue returns the largest eigenvalue of a positive semidefinite matrix by the
// Lanczos iteration, in canonical arithmetic: it has the same bits on every machine. It is 0
// for a matrix of zeros.
//
// Step m finds the largest Rayleigh quotient in the span of v, Gv, …, Gᵐ⁻¹v. It
// costs what a step of the power iteration costs but needs far fewer steps where
// the largest eigenvalues lie close together. The start v is random and fixed.
func (c *Matrix) TopEigenvalue() float64 {
	v := kernel.Aligned(c.n)
	random.New(0, 0, "eigenvalue").Normals(v, 0)
	kernel.Normalize(v)
	var basis [][]float64
	var diagonal, offDiagonal, tops []float64
	for {
		basis = append(basis, v)
		next := kernel.Aligned(c.n)
		for i := range next {
			next[i] = kernel.Dot(c.Row(i), v)
		}
		diagonal = append(diagonal, kernel.Dot(next, v))
		top := topOfTridiagonal(diagonal, offDiagonal)
		tops = append(tops, top)

		kernel.Orthogonalize(next, basis)
		rest := kernel.Normalize(next)
		m := len(tops)
		settled := m > lanczosPatience && top-tops[m-1-lanczosPatience] <= lanczosTolerance*top
		if settled || m == c.n || m == lanczosSteps || rest <= lanczosTolerance*top {
			return top
		}
		offDiagonal = append(offDiagonal, rest)
		v = next
	}
}

// topOfTridiagonal returns the largest eigenvalue of the symmetric tridiagonal
// matrix with the given diagonal [m] and off-diagonal [m−1], by bisection between
// the largest diagonal entry and Gershgorin's bound.
func topOfTridiagonal(diagonal, offDiagonal []float64) float64 {
	low, high := diagonal[0], diagonal[0]
	for i, d := range diagonal {
		radius := 0.0
		if i > 0 {
			radius += math.Abs(offDiagonal[i-1])
		}
		if i < len(offDiagonal) {
			radius += math.Abs(offDiagonal[i])
		}
		low, high = max(low, d), max(high, d+radius)
	}
	for {
		middle := low + float64((high-low)/2)
		if !(low < middle && middle < high) {
			return low
		}
		if exceedsAll(middle, diagonal, offDiagonal) {
			high = middle
		} else {
			low = middle
		}
	}
}

// exceedsAll reports whether x is larger than every eigenvalue of a symmetric
// tridiagonal matrix T: then all pivots of T − x are negative.
func exceedsAll(x float64, diagonal, offDiagonal []float64) bool {
	pivot := diagonal[0] - x
	for i, b := range offDiagonal {
		if pivot >= 0 {
			return false
		}
		pivot = diagonal[i+1] - x - b*b/pivot
	}
	return pivot < 0
}
