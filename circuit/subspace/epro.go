package subspace

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/internal/numerics/kernel"
)

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
	k := checkPair(estimate, reference)
	if !finite(estimate) {
		return nan
	}
	s := borrow()
	defer s.giveBack()
	n, _ := estimate.Dims()
	u, v := s.table(0, estimate), s.table(1, reference)
	size := power(v, s.numbers(4*k))
	if !(size < math.Inf(1)) && !finite(reference) {
		return nan
	}
	q, square, next := shaped(&s.c, k, k), shaped(&s.d, k, k), shaped(&s.e, k, k)
	kernel.MultiplyTransposed(q, u, v)
	numbers := s.numbers(k*k + n*k + 4*k)
	cross, rest, sums := numbers[:k*k], numbers[k*k:k*k+n*k], numbers[k*k+n*k:] // ÛᵀU_K, ÛQ − U_K
	for i := range k {
		copy(cross[i*k:], q.Row(i))
	}
	if !polar(q, square, next) && !polarFactor(q, cross) {
		return nan
	}
	// The expanded form (‖Û‖² + ‖U_K‖² − 2Σσ(ÛᵀU_K))/K would cancel near 1e-15.
	off := s.tableOf(2, rest, n, k)
	kernel.CombineRows(off, u, q)
	known, _ := v.Padded()
	kernel.Axpy(rest, -1, known)
	return power(off, sums) / size
}

// power returns ‖A‖_F² [N×K], column by column. Sums [4·K] is memory.
func power(a *kernel.Matrix, sums []float64) (all float64) {
	kernel.SquareColumns(sums, a)
	for _, sum := range sums[:a.Cols()] {
		all += sum
	}
	return all
}

// mostRounds is the largest number of rounds of polar: a singular value of 1e-5 of the largest
// takes some 30 to become near 1, and 5 more to be 1.
const mostRounds = 40

// enough is a deviation of XᵀX from I whose square, what is left after one more round, is below
// the rounding.
const enough = 0x1p-28

// polar replaces A [K×K] by its polar factor, the Q ∈ O_K for which tr(QᵀA) is largest, and
// reports whether that came out. If not, such as for a singular A, A is not defined. It takes the
// rounds of Newton and Schulz, X ← X(3I − XᵀX)/2. With them each singular value between 0 and √3
// tends to 1, at last quadratically. At the start their mean square is 1 or, if one may be too
// large, all are at most 1. G and Next [K×K] are memory.
func polar(a, g, next *kernel.Matrix) bool {
	k := a.Len()
	scale := math.Sqrt(float64(k)) / frobenius(a)
	if !(scale > 0 && scale <= math.MaxFloat64) {
		return false
	}
	for i := range k {
		kernel.Scale(a.Row(i), scale, a.Row(i))
	}
	x := a
	for range mostRounds {
		kernel.MultiplyTransposed(g, x, x)
		for i := range k {
			if g.Row(i)[i] == 0 { // an output without weights: A is singular
				return false
			}
		}
		if norm := normOfRows(g, 0, k); norm >= 3 {
			for i := range k {
				kernel.Scale(x.Row(i), 1/math.Sqrt(norm), x.Row(i))
				kernel.Scale(g.Row(i), 1/norm, g.Row(i))
			}
		}
		done := true
		for i := range k { // (3I − XᵀX)/2
			row := g.Row(i)
			done = done && nearIdentity(row, i)
			diagonal := 1.5 - row[i]/2
			for j, v := range row {
				row[j] = -v / 2
			}
			row[i] = diagonal
		}
		kernel.Multiply(next, x, g)
		if x, next = next, x; done {
			for i := range k {
				copy(a.Row(i), x.Row(i))
			}
			return true
		}
	}
	return false
}

// nearIdentity reports whether row i deviates from that of I by less than what is enough.
func nearIdentity(row []float64, i int) bool {
	for j, v := range row {
		if j == i {
			v--
		}
		if !(math.Abs(v) < enough) {
			return false
		}
	}
	return true
}

// polarFactor sets Q to the polar factor of A [K×K], row-major, by its singular value decomposition
// PΣRᵀ: it is PRᵀ. If A is singular, Q is not unique, but tr(QᵀA) is.
func polarFactor(q *kernel.Matrix, a []float64) bool {
	k := q.Len()
	cross := mat.NewDense(k, k, a)
	var svd mat.SVD
	if !svd.Factorize(cross, mat.SVDThin) {
		return false
	}
	var p, r mat.Dense
	svd.UTo(&p)
	svd.VTo(&r)
	cross.Mul(&p, r.T())
	for i := range k {
		copy(q.Row(i), cross.RawRowView(i))
	}
	return true
}

// BatchFloor returns the E_Pro that batch PCA is expected to have on the given
// number T of independent Gaussian samples, to first order in 1/T:
//
//	E ≈ 1/(K·T) · Σ_{i≤K} Σ_{j>K} λ_iλ_j/(λ_i − λ_j)²,
//
// where the λ [N] are the eigenvalues of the population covariance, in any
// order, and the K largest are sought. If an online circuit has a lower error on
// the same stimuli, this is chance, or the measurement is wrong.
//
// It returns +Inf if λ_K = λ_{K+1}, where the subspace is not defined, and
// panics unless 1 ≤ K ≤ N and T ≥ 1.
func BatchFloor(spectrum []float64, k, samples int) float64 {
	if k < 1 || k > len(spectrum) || samples < 1 {
		panic(fmt.Sprintf("subspace: floor of %d components of %d on %d samples", k, len(spectrum), samples))
	}
	ascending := slices.Sorted(slices.Values(spectrum))
	rest, top := ascending[:len(ascending)-k], ascending[len(ascending)-k:]
	sum := 0.0
	for _, li := range top {
		for _, lj := range rest {
			if li == lj {
				return math.Inf(1)
			}
			sum += li * lj / ((li - lj) * (li - lj))
		}
	}
	return sum / float64(k) / float64(samples)
}
