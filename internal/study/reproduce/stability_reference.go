package reproduce

import "twophase/circuit"

// referenceRates are the eigenvalues of every pair of outputs (i, j), i < j, row
// by row, slowest first, and the rate of the slowest outside direction, on the
// smaller problem: by an independent program, as the numerical Jacobian of the
// whole flow and from the matrices of the paper's appendix, equal to 1e-9. The
// two-phase networks have the fixed points and rates of their exact twins.
type referenceRates struct {
	pairs   [3][3]complex128
	outside float64 // 0: not given
	tau     float64 // the first unstable one

	slowest map[string][]float64 // of all pairs, by problem, where the pairs are not given
}

var (
	referencePSP = referenceRates{
		pairs: [3][3]complex128{
			{-0.04563862, -0.79217385, -4.52927086},
			{-0.22164782, -0.84534888, -4.3230033},
			{-0.07711295, -0.89030211, -2.8767516},
		},
		outside: -0.6,
		tau:     3.5,
	}
	referencePSW = referenceRates{
		pairs: [3][3]complex128{
			{-0.04684014, complex(-0.96282993, 1.02360165), complex(-0.96282993, -1.02360165)},
			{-0.2463172, complex(-0.8718414, 1.14472421), complex(-0.8718414, -1.14472421)},
			{-0.07995399, complex(-0.92585634, 1.03990619), complex(-0.92585634, -1.03990619)},
		},
		tau: 3.2,
	}
	referenceCascadePSP = referenceRates{
		slowest: map[string][]float64{"small": {-0.25, -0.3333, -0.5}, "large": {-0.0556, -0.0588}},
		tau:     2.8,
	}
	referenceCascadePSW = referenceRates{
		slowest: map[string][]float64{"small": {-0.25, -0.3333, -0.4725}, "large": {-0.0556, -0.0588}},
		tau:     2.2,
	}
	// referenceSlowest are the two slowest pairs of the paper's networks on the larger
	// problem, by the numerical Jacobian.
	referenceSlowest = []float64{-0.0019, -0.0021}
)

// referenceOf returns the rates of a network.
func referenceOf(n circuit.Network) referenceRates {
	switch n.Name {
	case circuit.CascadePSP.Name:
		return referenceCascadePSP
	case circuit.CascadePSW.Name:
		return referenceCascadePSW
	}
	if n.Whitens {
		return referencePSW
	}
	return referencePSP
}

// Precisions of the reference values.
const (
	eightDecimals = 1e-8
	fourDecimals  = 0.5e-4
	aboutTau      = 0.12 // relative
)
