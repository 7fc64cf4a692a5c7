package subspace

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// ExactFilter returns F∞ = M⁻¹W [K×N], the filter to which recurrent dynamics
// with the feedforward weights W [K×N] and the lateral matrix M [K×K], scales
// on its diagonal, would settle.
//
// It returns an error if W or M is not finite, and one that wraps a
// mat.Condition if M is singular to working precision. It panics if the shapes
// do not fit.
func ExactFilter(w, m mat.Matrix) (*mat.Dense, error) {
	checkSquare(m)
	if !finite(w, m) {
		return nil, errors.New("subspace: exact filter M⁻¹W: W or M is not finite")
	}
	var f mat.Dense
	if err := f.Solve(m, w); err != nil {
		return nil, fmt.Errorf("subspace: exact filter M⁻¹W: %w", err)
	}
	return &f, nil
}

// SettlingError returns how far the outputs y = F x are from the settled ones
// y∞ = F∞x, as the relative root mean square over stimuli whose second moments
// are G [N×N]:
//
//	√(⟨‖y − y∞‖²⟩/⟨‖y∞‖²⟩) = √(tr(ΔGΔᵀ)/tr(F∞GF∞ᵀ)),  Δ = F − F∞.
//
// F and F∞ are [K×N]; F∞ usually comes from ExactFilter. A nil G stands for the
// identity: isotropic stimuli.
//
// It returns NaN if the data are not finite, +Inf or NaN if F∞ is 0 for all
// stimuli or if a power overflows, and panics if the shapes do not fit.
func SettlingError(filter, exact mat.Matrix, g mat.Symmetric) float64 {
	k, n := exact.Dims()
	if r, c := filter.Dims(); r != k || c != n {
		panic(mat.ErrShape)
	}
	if !finite(filter, exact, g) {
		return nan
	}
	if g == nil { // row by row, for Δ may be large
		var off, settled float64
		y, to := make([]float64, n), make([]float64, n)
		for i := range k {
			mat.Row(y, i, filter)
			mat.Row(to, i, exact)
			settled += floats.Dot(to, to)
			floats.Sub(y, to)
			off += floats.Dot(y, y)
		}
		return math.Sqrt(off / settled)
	}
	var delta mat.Dense
	delta.Sub(filter, exact)
	return math.Sqrt(power(&delta, g) / power(exact, g))
}

// power returns ⟨‖Fx‖²⟩ = tr(F G Fᵀ). It returns 0 where rounding makes it negative.
func power(filter mat.Matrix, g mat.Symmetric) float64 {
	var weighted mat.Dense
	weighted.Mul(filter, g)
	k, n := filter.Dims()
	sum, row := 0.0, make([]float64, n)
	for i := range k {
		mat.Row(row, i, filter)
		sum += floats.Dot(weighted.RawRowView(i), row)
	}
	return max(0, sum)
}
