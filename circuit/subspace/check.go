package subspace

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

var nan = math.NaN()

// checkPair panics unless the estimate and the reference are both [N×K] with
// 1 ≤ K ≤ N. It returns K.
func checkPair(estimate, reference mat.Matrix) (k int) {
	n, k := estimate.Dims()
	rn, rk := reference.Dims()
	switch {
	case n != rn || k != rk:
		panic(fmt.Sprintf("subspace: estimate %d×%d against reference %d×%d", n, k, rn, rk))
	case k < 1 || k > n:
		panic(fmt.Sprintf("subspace: %d components in %d dimensions", k, n))
	}
	return k
}

// checkSquare panics unless M is [K×K] with K ≥ 1.
func checkSquare(m mat.Matrix) {
	if r, c := m.Dims(); r != c || r < 1 {
		panic(fmt.Sprintf("subspace: M is %d×%d, not square", r, c))
	}
}

// undefined returns K times NaN.
func undefined(k int) []float64 {
	return slices.Repeat([]float64{nan}, k)
}

// finite reports whether the Frobenius norm of every matrix is finite. A nil
// stands for the identity and is finite. Call it before any factorisation: gonum's singular
// value decomposition of a NaN does not return.
func finite(matrices ...mat.Matrix) bool {
	for _, m := range matrices {
		if m == nil {
			continue
		}
		if norm := mat.Norm(m, 2); math.IsNaN(norm) || math.IsInf(norm, 0) {
			return false
		}
	}
	return true
}
