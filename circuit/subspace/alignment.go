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

// UnorderedAlignment returns for each component k what Alignment does, of the column of
// the estimate that found it, whichever that is: the pairs of a column and a component
// are taken by their |cos|, the largest first, each column and each component once. It is
// for networks whose outputs find components in any order.
func UnorderedAlignment(estimate, reference mat.Matrix) []float64 {
	k := checkPair(estimate, reference)
	if !finite(estimate, reference) {
		return undefined(k)
	}
	var products mat.Dense // [component×column]
	products.Mul(unitColumns(reference).T(), unitColumns(estimate))
	cosines, taken := make([]float64, k), make([]bool, k)
	for i := range cosines {
		cosines[i] = -1
	}
	for range k {
		component, column, largest := 0, 0, -1.0
		for i := range k {
			for j := range k {
				if v := math.Abs(products.At(i, j)); cosines[i] < 0 && !taken[j] && v > largest {
					component, column, largest = i, j, v
				}
			}
		}
		cosines[component], taken[column] = min(1, largest), true
	}
	return cosines
}
