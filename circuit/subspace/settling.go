package subspace

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"twophase/internal/kernel"
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
	s := borrow()
	defer s.giveBack()
	k, n := w.Dims()
	if rows, _ := m.Dims(); rows != k {
		panic(mat.ErrShape)
	}
	all := shaped(&s.a, k, 2*k+n) // [M I W], which becomes [I M⁻¹ M⁻¹W]
	for i := range k {
		row := all.Row(i)
		mat.Row(row[:k], i, m)
		clear(row[k : 2*k])
		row[k+i] = 1
		mat.Row(row[2*k:], i, w)
	}
	norm := normOfRows(all, 0, k)
	if condition := mat.Condition(math.Inf(1)); !eliminate(all) {
		return fmt.Errorf("subspace: exact filter M⁻¹W: %w", condition)
	}
	if condition := mat.Condition(norm * normOfRows(all, k, 2*k)); !(condition <= mat.ConditionTolerance) {
		return fmt.Errorf("subspace: exact filter M⁻¹W: %w", condition)
	}
	if dst.IsEmpty() {
		dst.ReuseAs(k, n)
	}
	for i := range k {
		dst.SetRow(i, all.Row(i)[2*k:])
	}
	return nil
}

// normOfRows returns the largest sum of magnitudes in a row, of some columns: the norm ‖·‖∞ of
// these.
func normOfRows(a *kernel.Matrix, from, end int) (largest float64) {
	for i := range a.Len() {
		sum := 0.0
		for _, v := range a.Row(i)[from:end] {
			sum += math.Abs(v)
		}
		largest = max(largest, sum)
	}
	return largest
}

// eliminate turns [A B] with A [k×k] into [I A⁻¹B] by Gauss–Jordan elimination with pivots from
// the column, and reports false if A is singular.
func eliminate(all *kernel.Matrix) bool {
	k := all.Len()
	for j := range k {
		pivot := j
		for i := j + 1; i < k; i++ {
			if math.Abs(all.Row(i)[j]) > math.Abs(all.Row(pivot)[j]) {
				pivot = i
			}
		}
		head := all.Row(j)[j:]
		if pivot != j {
			for i, v := range all.Row(pivot)[j:] {
				head[i], all.Row(pivot)[j+i] = v, head[i]
			}
		}
		inverse := 1 / head[0]
		if math.IsNaN(inverse) || math.IsInf(inverse, 0) {
			return false
		}
		kernel.Scale(head[1:], inverse, head[1:])
		for i := range k {
			if row := all.Row(i)[j:]; i != j {
				kernel.Axpy(row[1:], -row[0], head[1:])
			}
		}
	}
	return true
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
	if !finite(filter, exact) {
		return nan
	}
	s := borrow()
	defer s.giveBack()
	load := func(off, settled []float64, i int) { // rows of Δ and F∞
		mat.Row(off, i, filter)
		mat.Row(settled, i, exact)
		kernel.Axpy(off, -1, settled)
	}
	var off, settled float64
	if spiked, ok := g.(*Spiked); ok || g == nil { // row by row, as N may be large
		rows := s.numbers(2*n + spiked.directions())
		received := rows[2*n:]
		for i := range k {
			load(rows[:n], rows[n:2*n], i)
			off = spiked.addPower(off, rows[:n], received)
			settled = spiked.addPower(settled, rows[n:2*n], received)
		}
	} else {
		both := shaped(&s.a, 2*k, n) // Δ above F∞
		for i := range k {
			load(both.Row(i), both.Row(k+i), i)
		}
		off, settled = s.powers(both, g)
	}
	if !(off+settled < math.Inf(1)) && !finite(g) {
		return nan
	}
	return math.Sqrt(max(0, off) / max(0, settled)) // rounding can make them negative
}

// powers returns ⟨‖Fx‖²⟩ = tr(F G Fᵀ) for the upper half F of a matrix [2K×N], and for the lower. G
// is symmetric, so its part above the diagonal counts twice and that below is not read.
func (s *scratch) powers(both *kernel.Matrix, g mat.Symmetric) (upper, lower float64) {
	k := both.Len() / 2
	received := s.numbers(2 * k)
	for j := range both.Cols() {
		row := rightOf(j, g)
		both.ForwardFrom(j, row)
		both.Total(received)
		for i, sum := range received {
			f := both.Row(i)[j]
			p := f * (2*sum - float64(row[0]*f))
			if i < k {
				upper += p
			} else {
				lower += p
			}
		}
	}
	return upper, lower
}

// rightOf returns the elements of row j of G from the diagonal on.
func rightOf(j int, g mat.Symmetric) []float64 {
	n := g.SymmetricDim()
	if g, ok := g.(mat.RawSymmetricer); ok {
		raw := g.RawSymmetric() // the upper triangle
		return raw.Data[j*raw.Stride:][j:n]
	}
	row := make([]float64, n)
	for i := j; i < n; i++ {
		row[i] = g.At(j, i)
	}
	return row[j:]
}
