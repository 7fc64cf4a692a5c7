// Package subspace measures how well a circuit has done: how close its estimate
// Û [N×K] is to the principal subspace U_K [N×K], and how close its filter
// F [K×N] is to the one it is meant to settle to.
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
// The measures see different failures and are meant to be read together.
// ProcrustesError counts the scale of Û and its angles to U_K but is blind to
// which row found which component; ProjectorError and PrincipalAngles see the
// span alone; Alignment sees the components one by one. BatchFloor is what no
// error made on T samples should be expected to undercut. SettlingError and
// SpectralRadius tell whether the two phases still do the work of the recurrent
// dynamics whose series they cut.
//
// # Conventions
//
// A matrix of the wrong shape panics. Data never does: where a matrix is not
// finite, which here includes a Frobenius norm that overflows, or where the
// measure is 0/0, the answer is NaN. So test for failure as !(e < limit),
// which a NaN fails too.
//
// The results promise a tolerance, not bits: they come from gonum, or with the
// build tag netlib from OpenBLAS (see internal/blas). Errors are computed in
// forms that do not cancel, so that angles of 1e-15 and the E_Pro of 1e-30 that
// goes with them can be told from zero.
package subspace

import _ "twophase/internal/blas" // OpenBLAS under the build tag netlib
