package subspace

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

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
