package subspace

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"twophase/internal/numerics/kernel"
)

// SpectralRadius returns ρ(M_d⁻¹M_o), the largest modulus of an eigenvalue,
// where M = M_d + M_o [K×K] has the scales of the neurons on its diagonal and
// the lateral synapses elsewhere. The two phases are the first two terms of
//
//	M⁻¹ = Σ_s (−M_d⁻¹M_o)ˢ M_d⁻¹,
//
// which converges if and only if the radius is below 1. Then recurrent (Jacobi) dynamics
// settle, and two phases approximate them.
//
// It returns NaN if M or M_d⁻¹M_o is not finite, the latter for a scale of zero;
// test for !(ρ < 1) to include that. It panics if M is not square.
func SpectralRadius(m mat.Matrix) float64 {
	checkSquare(m)
	s := borrow()
	defer s.giveBack()
	k, _ := m.Dims()
	whole, sweep := s.table(0, m), shaped(&s.a, k, k) // M_d⁻¹M_o
	sum := 0.0
	for i := range k {
		row := sweep.Row(i)
		copy(row, whole.Row(i))
		sum += square(row)
		scale := row[i]
		row[i] = 0
		for j := range row {
			row[j] /= scale
		}
		sum += square(row)
	}
	if !(sum < math.Inf(1)) && !finite(m, dense(sweep)) {
		return nan
	}
	return spectralRadius(sweep, shaped(&s.b, k, k))
}

// dense returns a copy of a matrix.
func dense(a *kernel.Matrix) *mat.Dense {
	d := mat.NewDense(a.Len(), a.Cols(), nil)
	for i := range a.Len() {
		d.SetRow(i, a.Row(i))
	}
	return d
}

// spectralRadius returns ρ(A) = lim ‖Aⁿ‖^(1/n) for a finite square matrix A, by
// squaring: n = 2ᵏ, with the logarithm of the norm taken out at every k, until
// n is beyond the precision of the root, or until the normalised power stays as it is: then so
// does its norm, and what is left of the series adds as much as the last term. It uses the
// memory of A and of the other. gonum's mat.Eigen (v0.17.0) is not used because it
// panics on some matrices ("lapack: bad length of wr"), where its QR iteration
// does not converge at once: uniform inhibition among 8 neurons is one.
func spectralRadius(power, before *kernel.Matrix) float64 {
	n, logRadius := power.Len(), 0.0
	for k := range 60 {
		norm := frobenius(power)
		if norm == 0 {
			return 0 // nilpotent
		}
		share := math.Ldexp(math.Log(norm), -k)
		logRadius += share
		inverse := 1 / norm
		for i := range n {
			row := power.Row(i)
			for j, v := range row {
				if row[j] = v * inverse; inverse > math.MaxFloat64 { // the norm is next to nothing
					row[j] = v / norm
				}
			}
		}
		if k > 0 && near(power, before, float64(n)*0x1p-52) {
			logRadius += share
			break
		}
		kernel.Multiply(before, power, power)
		power, before = before, power
	}
	return math.Exp(logRadius)
}

// near reports whether no element of two matrices differs by more than a bound.
func near(a, b *kernel.Matrix, bound float64) bool {
	for i := range a.Len() {
		other := b.Row(i)
		for j, v := range a.Row(i) {
			if !(math.Abs(v-other[j]) <= bound) {
				return false
			}
		}
	}
	return true
}

// frobenius returns ‖A‖_F.
func frobenius(a *kernel.Matrix) float64 {
	sum := 0.0
	for i := range a.Len() {
		sum += square(a.Row(i))
	}
	if sum > tiny && sum < 1/tiny {
		return math.Sqrt(sum)
	}
	return mat.Norm(dense(a), 2) // the squares have lost digits
}

// LateralRatio returns ‖M_o‖_F/‖M‖_F for M = M_d + M_o [K×K]: 0 where all
// lateral synapses are pruned, as at the paper's fixed points, and 1 where
// all scales are 0.
//
// It returns NaN if M is zero or not finite and panics if M is not square.
func LateralRatio(m mat.Matrix) float64 {
	checkSquare(m)
	s := borrow()
	defer s.giveBack()
	k, _ := m.Dims()
	own, others := shaped(&s.a, 1, k), shaped(&s.b, k, k)
	whole := s.table(0, m)
	for i := range k {
		row := others.Row(i)
		copy(row, whole.Row(i))
		own.Row(0)[i], row[i] = row[i], 0
	}
	if !finite(m) {
		return nan
	}
	lateral := frobenius(others)
	return lateral / math.Hypot(lateral, frobenius(own))
}
