package subspace

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
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

// small reports whether the squares of a matrix are known to have a sum far below the largest
// number, which takes less time than its norm.
func small(m mat.Matrix) bool {
	var data []float64
	rows, columns, stride, triangle := 0, 0, 0, false
	switch m := m.(type) {
	case *mat.Dense:
		raw := m.RawMatrix()
		data, rows, columns, stride = raw.Data, raw.Rows, raw.Cols, raw.Stride
	case *Spiked:
		return small(m.SymDense)
	case *mat.SymDense:
		raw := m.RawSymmetric() // the upper triangle
		data, rows, columns, stride, triangle = raw.Data, raw.N, raw.N, raw.Stride, true
	default:
		return false
	}
	if !triangle && stride == columns {
		rows, columns = 1, rows*columns
	}
	sum := 0.0
	for i := range rows {
		from := 0
		if triangle {
			from = i
		}
		row := data[i*stride:][from:columns]
		sum += floats.Dot(row, row)
	}
	return sum < math.MaxFloat64/4
}

// finite reports whether the Frobenius norm of every matrix is finite. A nil
// stands for the identity and is finite. Call it before any factorisation: gonum's singular
// value decomposition of a NaN does not return.
func finite(matrices ...mat.Matrix) bool {
	for _, m := range matrices {
		if m == nil || small(m) {
			continue
		}
		if norm := mat.Norm(m, 2); math.IsNaN(norm) || math.IsInf(norm, 0) {
			return false
		}
	}
	return true
}
