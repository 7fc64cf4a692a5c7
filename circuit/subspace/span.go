package subspace

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// spans returns span(a) and span(b); ok is false if either does not exist.
func spans(a, b mat.Matrix) (qa, qb *mat.Dense, ok bool) {
	qa, okA := span(a)
	qb, okB := span(b)
	return qa, qb, okA && okB
}

// span returns a matrix Q of the shape of A [N×K] such that QQᵀ projects on
// the column space of A. Its columns are orthonormal; if A has rank r < K, the
// last K − r are zero. ok is false if A is not finite.
//
// span scales the columns of A to unit length first. This does not change the column space,
// and a short column keeps all digits of its direction.
func span(a mat.Matrix) (q *mat.Dense, ok bool) {
	const epsilon = 0x1p-52
	if !finite(a) {
		return nil, false
	}
	var svd mat.SVD
	if !svd.Factorize(unitColumns(a), mat.SVDThinU) {
		return nil, false
	}
	n, k := a.Dims()
	rank := svd.Rank(float64(n) * epsilon)
	q = new(mat.Dense)
	svd.UTo(q)
	for j := rank; j < k; j++ {
		q.SetCol(j, make([]float64, n))
	}
	return q, true
}

// unitColumns returns A [N×K] with its columns scaled to unit length. A column
// of zeros stays as it is.
func unitColumns(a mat.Matrix) *mat.Dense {
	n, k := a.Dims()
	scaled := mat.NewDense(n, k, nil)
	column := make([]float64, n)
	for j := range k {
		mat.Col(column, j, a)
		unit(column)
		scaled.SetCol(j, column)
	}
	return scaled
}

// unit scales a vector to unit length unless it is zero.
func unit(v []float64) {
	length := floats.Norm(v, 2)
	if length == 0 {
		return
	}
	for i := range v {
		v[i] /= length
	}
}
