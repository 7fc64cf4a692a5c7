package subspace

import (
	"fmt"
	"math"
	"slices"
)

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
