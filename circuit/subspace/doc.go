// Package subspace measures how well a circuit works: the distance of its estimate Û [N×K]
// from the principal subspace U_K [N×K], and of its filter F [K×N] from the filter that
// settling gives.
//
//  1. The caller has a circuit's estimate or filter, as a matrix, and the reference.
//  2. A measure checks the shapes and whether all elements are finite.
//  3. It returns a number, or one for each component.
//
// The package may import internal/numerics/kernel and gonum, and no package of circuits.
//
//	symbol in the paper          name in Go
//	E_Pro(Û)                     ProcrustesError
//	‖P̂ − P‖_F                    ProjectorError
//	θ_1 ≤ … ≤ θ_K                PrincipalAngles
//	|cos ∠(û_k, u_k)|            Alignment
//	E_Pro of batch PCA           BatchFloor
//	F G Fᵀ against Λ²G_K or Λ²   OutputCovarianceError
//	F∞ = M⁻¹W                    ExactFilter
//	‖y − M⁻¹Wx‖/‖M⁻¹Wx‖          SettlingError
//	ρ(M_d⁻¹M_o)                  SpectralRadius
//	‖M_o‖_F/‖M‖_F                LateralRatio
//
// Each measure shows some failures and not others, so read them together. ProcrustesError, the
// paper's subspace alignment error E_Pro, depends on the scale of Û and its angles to U_K,
// and not on which row found which component. ProjectorError and PrincipalAngles depend on
// the span alone, Alignment on the single components. BatchFloor is the E_Pro to expect of
// batch PCA on T samples. SettlingError and SpectralRadius show how well the two phases
// approximate recurrent dynamics.
//
// # Conventions
//
// A matrix of the wrong shape panics. Data never do: if a matrix or its Frobenius norm is not
// finite, or a measure is 0/0, the result is NaN. So test for failure as !(e < limit), which
// is true for NaN.
//
// The results promise a tolerance, not bits: they come from gonum, or with the build tag
// netlib from OpenBLAS (internal/numerics/blas). Errors are computed without cancellation, so that
// angles of 1e-15, and their E_Pro of 1e-30, differ from zero.
package subspace

import _ "twophase/internal/numerics/blas" // OpenBLAS under the build tag netlib
