package theory

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// LateralState is a fixed point of S turns with M_o ≠ 0, in the eigenbasis of G. Exact
// settling has none with distinct gains.
//
// At a fixed point W = F G, and with the symmetric B = P(A) M_d⁻¹, F = B F G: the columns of F
// are eigenvectors of B with the eigenvalues 1/g_k, or zero. In a state of rank r < K, K
// outputs share r components. To first order, a missing component c (F has no column for it)
// evolves by itself:
//
//	dw_c/ds = (g_c B − I) w_c
//
// So the state is stable against it if and only if g_c is below every component that is
// there and below the recruiting threshold g* = 1/β of every other eigenvector v of B,
// B v = β v. With the lateral decay ε, (M_d + ε M_o) Λ v = 0 there, so that A has the eigenvalue −1/ε, and
//
//	g* = Σ λ_i m_i v_i² / (P(−1/ε) Σ λ_i v_i²),   P(−1/ε) = Σ_{k<S} ε^−k
//
// is a mean of the scales, divided by the number of turns if ε = 1. A slower lateral decay recruits smaller
// components: for two turns the mean is multiplied by ε/(1 + ε).
type LateralState struct {
	Rank       int         // r
	M          *mat.Dense  // M [K×K]
	Filter     *mat.Dense  // F [K×r], on the first r eigenvectors
	Thresholds []Threshold // of each null direction [K−r], largest first
	Missing    []int       // components that no output finds, from 0 [K−r]

	Radius  float64 // the spectral radius of A
	Error   float64 // E_Pro
	Within  float64 // the largest real part of the rates within the components that were found
	Outside float64 // the largest rate of a missing component; −Inf if none is missing

	Starts int // number of random starts of a search that ended here

	key []float64 // equal for mirror images
}

// Threshold is the recruiting threshold of one null direction: components with a larger
// eigenvalue are found.
type Threshold struct {
	Value   float64   // g* = 1/β, by the eigenvalue of B
	Mean    float64   // g* by the mean of the scales
	Pattern []float64 // v [K], of length 1
}

// Scales returns the diagonal of M [K].
func (s LateralState) Scales() []float64 {
	m := make([]float64, s.M.RawMatrix().Rows)
	for i := range m {
		m[i] = s.M.At(i, i)
	}
	return m
}

// marginalRate is the size below which a computed rate counts as 0.
const marginalRate = 1e-7

// Stability says whether the flow returns to the state from any small perturbation with a
// symmetric M.
func (s LateralState) Stability() Stability {
	switch slowest := max(s.Within, s.Outside); {
	case slowest > marginalRate:
		return Unstable
	case slowest < -marginalRate:
		return Stable
	}
	return Marginal
}

// Traps reports whether the flow stays in the state: it is not unstable.
func (s LateralState) Traps() bool { return s.Stability() != Unstable }

// same reports whether two states are one, or mirror images. Marginal ones of a rank count as
// one: they are points of a continuum.
func (s LateralState) same(o LateralState) bool {
	if s.Rank == o.Rank && s.Stability() == Marginal && o.Stability() == Marginal {
		return true
	}
	return s.Rank == o.Rank && slices.EqualFunc(s.key, o.key, func(a, b float64) bool { return math.Abs(a-b) <= 1e-6*(1+math.Abs(a)) })
}

// isWanted reports whether M_o = 0 in a state of full rank: the fixed points that FixedPoint
// knows, of which the wanted one alone attracts.
func (s LateralState) isWanted(k int) bool { return s.Rank == k && s.Radius < 1e-6 }
