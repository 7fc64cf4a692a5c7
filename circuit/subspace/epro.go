package subspace

import "gonum.org/v1/gonum/mat"

// ProcrustesError returns E_Pro, the subspace alignment error of the paper,
//
//	E_Pro(Û) = min over Q ∈ O_K of ‖ÛQ − U_K‖²_F / ‖U_K‖²_F,
//
// for the estimate Û [N×K] and the reference U_K [N×K], whose columns are
// orthonormal. Û is not orthonormalised, so its scale counts: 1.1·U_K scores 0.01, and
// Û = 0 scores 1. The order of the columns does not count; see Alignment.
//
// The paper writes Q ∈ O_N. The product ÛQ exists for Q ∈ O_K only.
//
// It returns NaN if a matrix is not finite and +Inf if the error overflows. It
// panics if the shapes differ or K > N.
func ProcrustesError(estimate, reference mat.Matrix) float64 {
	checkPair(estimate, reference)
	if !finite(estimate, reference) {
		return nan
	}
	s := borrow()
	defer s.giveBack()
	q, ok := s.rotation(estimate, reference)
	if !ok {
		return nan
	}
	// The expanded form (‖Û‖² + ‖U_K‖² − 2Σσ(ÛᵀU_K))/K would cancel near 1e-15.
	residual := &s.a
	residual.Reset()
	residual.Mul(estimate, q)
	residual.Sub(residual, reference)
	e := mat.Norm(residual, 2) / mat.Norm(reference, 2)
	return e * e
}

// rotation returns the Q ∈ O_K that minimises ‖AQ − B‖_F: with the singular
// value decomposition AᵀB = PΣRᵀ it is PRᵀ. Where A is rank deficient Q is not
// unique, but the minimum is. Q is s.d.
func (s *scratch) rotation(a, b mat.Matrix) (q *mat.Dense, ok bool) {
	cross, p, r, q := &s.a, &s.b, &s.c, &s.d
	cross.Mul(a.T(), b)
	if !s.svd.Factorize(cross, mat.SVDThin) {
		return nil, false
	}
	s.svd.UTo(p)
	s.svd.VTo(r)
	q.Mul(p, r.T())
	return q, true
}
