package subspace

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// ProjectorError returns ‖P̂ − P‖_F, where P̂ and P project orthogonally on the
// columns of the estimate Û [N×K] and of the reference U_K [N×K]. The scale of
// Û and the rotation of its columns do not count. It lies between 0 and √(2K),
// and it is √(2Σ_k sin²θ_k) in terms of the principal angles if Û has rank K;
// each dimension that Û lacks adds 1 under the root.
//
// It returns NaN if a matrix is not finite and panics if the shapes differ or
// K > N.
func ProjectorError(estimate, reference mat.Matrix) float64 {
	checkPair(estimate, reference)
	a, b, ok := spans(estimate, reference)
	if !ok {
		return nan
	}
	return projectorError(a, b)
}

// projectorError is ProjectorError of spans.
func projectorError(a, b *mat.Dense) float64 {
	// ‖P̂ − P‖² = ‖(I − P)P̂‖² + ‖(I − P̂)P‖²; nothing cancels here.
	return math.Hypot(mat.Norm(outside(a, b), 2), mat.Norm(outside(b, a), 2))
}

// ProjectorErrorAndAngles returns ProjectorError and PrincipalAngles, in little more than the time
// of one.
func ProjectorErrorAndAngles(estimate, reference mat.Matrix) (projector float64, angles []float64) {
	k := checkPair(estimate, reference)
	a, b, ok := spans(estimate, reference)
	if !ok {
		return nan, undefined(k)
	}
	return projectorError(a, b), principalAngles(a, b)
}

// outside returns (I − QQᵀ)A, the part of A [N×K] outside the span of Q [N×K].
func outside(a, q *mat.Dense) *mat.Dense {
	var coefficients, inside, rest mat.Dense
	coefficients.Mul(q.T(), a)
	inside.Mul(q, &coefficients)
	rest.Sub(a, &inside)
	return &rest
}
