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
	f := new(mat.Dense)
	if err := ExactFilterTo(f, w, m); err != nil {
		return nil, err
	}
	return f, nil
}

// ExactFilterTo writes ExactFilter to dst, which must be empty or [K×N], and uses its memory.
// It may be W.
func ExactFilterTo(dst *mat.Dense, w, m mat.Matrix) error {
	checkSquare(m)
	if !finite(w, m) {
		return errors.New("subspace: exact filter M⁻¹W: W or M is not finite")
	}
	if err := dst.Solve(m, w); err != nil {
		return fmt.Errorf("subspace: exact filter M⁻¹W: %w", err)
	}
	return nil
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
	s := borrow()
	defer s.giveBack()
	delta := &s.a
	delta.Sub(filter, exact)
	settled := &s.b
	settled.ReuseAs(k, n)
	settled.Copy(exact)
	return math.Sqrt(power(delta, g) / power(settled, g))
}

// power returns ⟨‖Fx‖²⟩ = tr(F G Fᵀ). It returns 0 where rounding makes it negative. G is
// symmetric, so its part above the diagonal counts twice and that below is not read.
func power(filter *mat.Dense, g mat.Symmetric) float64 {
	k, n := filter.Dims()
	sum := 0.0
	for j := range n {
		variance, above := g.At(j, j), rightOf(j, g)
		for i := range k {
			f := filter.RawRowView(i)
			sum += f[j] * (variance*f[j] + 2*floats.Dot(above, f[j+1:]))
		}
	}
	return max(0, sum)
}

// rightOf returns the elements of row j of G to the right of the diagonal.
func rightOf(j int, g mat.Symmetric) []float64 {
	n := g.SymmetricDim()
	if g, ok := g.(mat.RawSymmetricer); ok {
		raw := g.RawSymmetric() // the upper triangle
		return raw.Data[j*raw.Stride:][j+1 : n]
	}
	row := make([]float64, n)
	for i := j + 1; i < n; i++ {
		row[i] = g.At(j, i)
	}
	return row[j+1:]
}
