package subspace

import (
	"math"

	"gonum.org/v1/gonum/mat"
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
	var sweep mat.Dense // M_d⁻¹M_o
	sweep.Apply(func(i, _ int, v float64) float64 { return v / m.At(i, i) }, lateral(m))
	if !finite(m, &sweep) {
		return nan
	}
	return spectralRadius(&sweep)
}

// spectralRadius returns ρ(A) = lim ‖Aⁿ‖^(1/n) for a finite square matrix A, by
// squaring: n = 2ᵏ, with the logarithm of the norm taken out at every k, until
// n is beyond the precision of the root, or until the normalised power stays as it is: then so
// does its norm, and what is left of the series adds as much as the last term. gonum's mat.Eigen (v0.17.0) is not used because it
// panics on some matrices ("lapack: bad length of wr"), where its QR iteration
// does not converge at once: uniform inhibition among 8 neurons is one.
func spectralRadius(a *mat.Dense) float64 {
	n, _ := a.Dims()
	power, square, logRadius := mat.DenseCopyOf(a), mat.NewDense(n, n, nil), 0.0
	for k := range 60 {
		norm := mat.Norm(power, 2)
		if norm == 0 {
			return 0 // nilpotent
		}
		share := math.Ldexp(math.Log(norm), -k)
		logRadius += share
		change, before := 0.0, square.RawMatrix().Data
		for i, v := range power.RawMatrix().Data {
			power.RawMatrix().Data[i] = v / norm
			change = max(change, math.Abs(v/norm-before[i]))
		}
		if k > 0 && change <= float64(n)*0x1p-52 {
			logRadius += share
			break
		}
		square.Mul(power, power)
		power, square = square, power
	}
	return math.Exp(logRadius)
}

// LateralRatio returns ‖M_o‖_F/‖M‖_F for M = M_d + M_o [K×K]: 0 where all
// lateral synapses are pruned, as at the paper's fixed points, and 1 where
// all scales are 0.
//
// It returns NaN if M is zero or not finite and panics if M is not square.
func LateralRatio(m mat.Matrix) float64 {
	checkSquare(m)
	if !finite(m) {
		return nan
	}
	return mat.Norm(lateral(m), 2) / mat.Norm(m, 2)
}

// lateral returns M_o, which is M with a diagonal of zeros.
func lateral(m mat.Matrix) *mat.Dense {
	o := mat.DenseCopyOf(m)
	k, _ := o.Dims()
	for i := range k {
		o.Set(i, i, 0)
	}
	return o
}
