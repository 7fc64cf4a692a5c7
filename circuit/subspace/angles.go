package subspace

import (
	"math"
	"slices"

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

// PrincipalAngles returns the K angles θ_1 ≤ … ≤ θ_K, in radians between 0 and
// π/2, between the columns of the estimate Û [N×K] and those of the reference
// U_K [N×K]. They are accurate to about 1e-15 near 0 as near π/2, to 1e-14 for
// ten thousand inputs. Each dimension that a rank-deficient Û lacks counts as
// an angle of π/2.
//
// It returns K times NaN if a matrix is not finite and panics if the shapes
// differ or K > N.
func PrincipalAngles(estimate, reference mat.Matrix) []float64 {
	_, angles := ProjectorErrorAndAngles(estimate, reference)
	return angles
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

// principalAngles is PrincipalAngles of spans.
func principalAngles(a, b *mat.Dense) []float64 {
	_, k := a.Dims()
	// A cosine says little about an angle near 0, a sine little near π/2;
	// the two together are accurate everywhere.
	var cross mat.Dense
	cross.Mul(a.T(), b)
	var cosines, sines mat.SVD
	if !cosines.Factorize(&cross, mat.SVDNone) || !sines.Factorize(outside(b, a), mat.SVDNone) {
		return undefined(k)
	}
	c, s := cosines.Values(nil), sines.Values(nil)
	slices.Reverse(s) // the smallest sine belongs to the largest cosine
	angles := make([]float64, k)
	for i := range angles {
		angles[i] = math.Atan2(s[i], c[i])
	}
	return angles
}

// outside returns (I − QQᵀ)A, the part of A [N×K] outside the span of Q [N×K].
func outside(a, q *mat.Dense) *mat.Dense {
	var coefficients, inside, rest mat.Dense
	coefficients.Mul(q.T(), a)
	inside.Mul(q, &coefficients)
	rest.Sub(a, &inside)
	return &rest
}
