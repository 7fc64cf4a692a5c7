package subspace

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// OutputCovarianceError returns the relative distance
//
//	‖F G Fᵀ − D‖_F / ‖D‖_F
//
// between the second moments of the outputs y = F x and the diagonal D that the
// circuit is meant to give them: λ_k²·m_k for PSP, with m_k the largest
// eigenvalues of G, and λ_k² for PSW. F [K×N] is the filter of the circuit,
// G [N×N] the second moments of the stimuli, target [K] the diagonal of D. A
// nil G stands for the identity.
//
// It returns NaN if the data are not finite, +Inf or NaN if D = 0 or if the
// covariance overflows, and panics if the shapes do not fit.
func OutputCovarianceError(filter mat.Matrix, g mat.Symmetric, target []float64) float64 {
	d := mat.NewDiagDense(len(target), target)
	c := outputCovariance(filter, g)
	if k, _ := c.Dims(); k != len(target) {
		panic(fmt.Sprintf("subspace: %d outputs against %d target variances", k, len(target)))
	}
	if !finite(filter, g, d) {
		return nan
	}
	c.Sub(c, d)
	return mat.Norm(c, 2) / mat.Norm(d, 2)
}

// outputCovariance returns F G Fᵀ [K×K], the second moments of y = F x if
// those of x are G; a nil G is the identity.
func outputCovariance(filter mat.Matrix, g mat.Symmetric) *mat.Dense {
	weighted := filter
	if g != nil {
		var fg mat.Dense
		fg.Mul(filter, g)
		weighted = &fg
	}
	var c mat.Dense
	c.Mul(weighted, filter.T())
	return &c
}
