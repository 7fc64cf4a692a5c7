package subspace

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Alignment returns for each component k the |cos| of the angle between column
// k of the estimate Û [N×K] and column k of the reference U_K [N×K]: 1 where
// the circuit found the component up to sign and scale, 0 where it found
// something orthogonal or where the column is zero. This is what E_Pro does
// not see: two columns that are exchanged score 0 here and cost nothing there.
//
// It returns K times NaN if a matrix is not finite and panics if the shapes
// differ or K > N.
func Alignment(estimate, reference mat.Matrix) []float64 {
	k := checkPair(estimate, reference)
	if !finite(estimate, reference) {
		return undefined(k)
	}
	a, b := unitColumns(estimate), unitColumns(reference)
	cosines := make([]float64, k)
	for j := range cosines {
		cosines[j] = min(1, math.Abs(mat.Dot(a.ColView(j), b.ColView(j))))
	}
	return cosines
}
