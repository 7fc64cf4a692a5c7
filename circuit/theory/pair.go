package theory

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
)

// Pair is the flow of two neurons i < j towards or away from a fixed point: how
// much of the other's component each has, and how they are coupled. With a =
// m_j/m_i, κ = ελ_iλ_j for PSP (with the lateral decay ε, in the paper 1) and 0 for PSW, and the variables δW_i·u_j, δW_j·u_i
// and M_ij = M_ji it is the 3×3 block
//
//	⎡ a − 1        0          −a φ_j           ⎤
//	⎢ 0            1/a − 1    −φ_i/a           ⎥
//	⎣ a φ_j/τ      φ_i/(aτ)   −(a φ_j² + φ_i²/a + κ)/τ ⎦
//
// (see the package documentation). In a cascade it is, with M_ji alone,
//
//	⎡ a − 1        0          0                ⎤
//	⎢ 0            1/a − 1    −φ_i/a           ⎥
//	⎣ a φ_j/τ      φ_i/(aτ)   −(φ_i²/a + κ)/τ  ⎦
type Pair struct {
	I, J int // the neurons, from 0

	// Polynomial holds c_0, c_1, c_2 of the characteristic polynomial
	// x³ + c_2 x² + c_1 x + c_0 of the block, each computed without cancellation
	// of its leading terms: c_0 is exactly 0 for equal gains or eigenvalues.
	Polynomial [3]float64

	// Eigenvalues are its roots, per unit of Σα, the slowest first.
	Eigenvalues [3]complex128

	// Antisymmetric is the eigenvalue of M_ij = −M_ji, −κ/τ, which an M that
	// starts symmetric never excites; NaN in a cascade, which has no M_ij.
	Antisymmetric float64

	parameters pairParameters
	tau        float64
}

// pairParameters are the numbers of a pair that τ does not change.
type pairParameters struct {
	a, phiI, phiJ, kappa float64
	ordered              bool // of a cascade

	// c_2 = r/τ − d, c_1 = e/τ − d, c_0 = c/τ.
	r, d, e, c float64
}

// newPairParameters returns those of neurons that hold the eigenvalues mi and mj
// with the gains λi and λj.
func newPairParameters(n circuit.Network, mi, mj, gainI, gainJ float64) pairParameters {
	epsilon := lateralDecay(n)
	q := pairParameters{a: mj / mi, phiI: gainI, phiJ: gainJ, kappa: epsilon * (gainI * gainJ)}
	squareI, squareJ := gainI*gainI, gainJ*gainJ // φ²
	q.c = (mi - mj) / mj * (gainI - gainJ)
	if n.Whitens {
		q.phiI, q.phiJ = gainI/math.Sqrt(mi), gainJ/math.Sqrt(mj)
		squareI, squareJ = squareI/mi, squareJ/mj
		q.c *= (gainI + gainJ) / mi
	} else {
		q.c *= gainI + q.a*gainJ
	}
	if epsilon != 1 && !n.Whitens {
		q.c += (1 - epsilon) * gainI * gainJ * (mi - mj) / mj * ((mi - mj) / mi)
	}
	q.d = (mi - mj) / mi * ((mi - mj) / mj)
	q.r = q.a*squareJ + squareI/q.a + q.kappa
	q.e = squareJ*(2*q.a-1) + squareI*(2-q.a)/q.a - q.d*q.kappa
	return q
}

// newCascadeParameters returns those of neurons i < j in a cascade. The block splits
// into a − 1, by itself, and x² + (b/τ − 1/a + 1) x + h/τ with b = φ_i²/a + κ and
// h = (φ_i² − (1 − a)κ)/a, so that c = (1 − a) h and e = h + (1 − a) b.
func newCascadeParameters(n circuit.Network, mi, mj, gainI, gainJ float64) pairParameters {
	q := newPairParameters(n, mi, mj, gainI, gainJ)
	ahead := (mi - mj) / mi // 1 − a
	square := gainI * gainI
	if n.Whitens {
		square /= mi
	}
	h := (square - ahead*q.kappa) / q.a
	q.ordered, q.r = true, square/q.a+q.kappa
	q.e, q.c = h+ahead*q.r, ahead*h
	return q
}

// pair returns the pair with these parameters.
func (q pairParameters) pair(i, j int, tau float64) Pair {
	p := Pair{I: i, J: j, Polynomial: q.polynomial(tau), Antisymmetric: -q.kappa / tau, parameters: q, tau: tau}
	p.Eigenvalues = cubicRoots(p.Polynomial)
	if q.ordered {
		p.Antisymmetric = math.NaN()
		rest := quadraticRoots((q.e-(1-q.a)*q.r)/tau, q.r/tau-1/q.a+1)
		p.Eigenvalues = [3]complex128{complex(q.a-1, 0), rest[0], rest[1]}
	}
	slices.SortFunc(p.Eigenvalues[:], slowestFirst)
	return p
}

func (q pairParameters) polynomial(tau float64) [3]float64 {
	return [3]float64{q.c / tau, q.e/tau - q.d, q.r/tau - q.d}
}

// Block returns the 3×3 block.
func (p Pair) Block() *mat.Dense {
	q, tau := p.parameters, p.tau
	if q.ordered {
		return mat.NewDense(3, 3, []float64{
			q.a - 1, 0, 0,
			0, 1/q.a - 1, -q.phiI / q.a,
			q.a * q.phiJ / tau, q.phiI / q.a / tau, -q.r / tau,
		})
	}
	return mat.NewDense(3, 3, []float64{
		q.a - 1, 0, -q.a * q.phiJ,
		0, 1/q.a - 1, -q.phiI / q.a,
		q.a * q.phiJ / tau, q.phiI / q.a / tau, -q.r / tau,
	})
}

// Slowest returns the eigenvalue with the largest real part, of a conjugate
// couple the one with the positive imaginary part.
func (p Pair) Slowest() complex128 { return p.Eigenvalues[0] }

// Stability says whether perturbations of the pair decay.
func (p Pair) Stability() Stability { return hurwitz(p.Polynomial) }

// Oscillates reports whether the pair has complex eigenvalues.
func (p Pair) Oscillates() bool {
	return slices.ContainsFunc(p.Eigenvalues[:], func(x complex128) bool { return imag(x) != 0 })
}

// Stability says whether a small perturbation decays.
type Stability int

const (
	Stable   Stability = iota // it decays
	Marginal                  // part of it stays: an eigenvalue is zero
	Unstable                  // it grows
)

// String returns stable, marginal or unstable.
func (s Stability) String() string { return [...]string{"stable", "marginal", "unstable"}[s] }

// hurwitz applies the criterion of Routh and Hurwitz to x³ + c_2 x² + c_1 x +
// c_0: all roots have negative real parts if and only if c_2, c_0 and
// c_2 c_1 − c_0 are positive. Beside a root 0 the others are those of
// x² + c_2 x + c_1.
func hurwitz(c [3]float64) Stability {
	switch {
	case c[0] == 0 && c[1] >= 0 && c[2] >= 0:
		return Marginal
	case c[0] > 0 && c[2] > 0 && c[2]*c[1] > c[0]:
		return Stable
	case c[0] > 0 && c[2] > 0 && c[2]*c[1] == c[0]:
		return Marginal
	}
	return Unstable
}
