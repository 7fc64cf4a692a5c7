package subspace

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"twophase/internal/numerics/kernel"
)

// ExactFilter returns F∞ = M⁻¹W [K×N], the filter to which recurrent dynamics
// with the weights W [K×N] from inputs and M [K×K] among outputs, scales on its
// diagonal, would settle.
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
	left, right := s.table(0, m), s.table(1, w)
	for i := range k {
		row := all.Row(i)
		copy(row, left.Row(i))
		clear(row[k : 2*k])
		row[k+i] = 1
		copy(row[2*k:], right.Row(i))
	}
	norm := normOfRows(all, 0, k)
	if condition := mat.Condition(math.Inf(1)); !eliminate(all, s.numbers(2*k)) {
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
// the column, and reports false if A is singular. Memory is [2·k].
func eliminate(all *kernel.Matrix, memory []float64) bool {
	k := all.Len()
	factors, ones := memory[:k], memory[k:2*k]
	for i := range ones {
		ones[i] = 1
	}
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
			factors[i] = -all.Row(i)[j]
		}
		reduce(all, 0, j, j, factors, ones)
		reduce(all, j+1, k, j, factors, ones)
	}
	return true
}

// reduce adds row j, times a factor of their own, to the rows from … end−1, in the columns behind j. What is before
// them is not read any more, so that some of it may change too: the first column begins a register.
func reduce(all *kernel.Matrix, from, end, j int, factors, ones []float64) {
	first := (j + 1) &^ 3
	if from == end {
		return
	}
	w, stride := all.Padded()
	rows := kernel.View(w[from*stride+first:], end-from, all.Cols()-first, stride)
	rows.Update(ones[from:end], factors[from:end], all.Row(j)[first:])
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
	s := borrow()
	defer s.giveBack()
	runs, settles := s.table(0, filter), s.table(1, exact)
	load := func(off, settled []float64, i int) { // rows of Δ and F∞
		copy(off, runs.Row(i))
		copy(settled, settles.Row(i))
		kernel.Axpy(off, -1, settled)
	}
	var off, settled float64
	if spiked, ok := g.(*Spiked); ok || g == nil { // row by row, as N may be large
		both, received := shaped(&s.a, 2, n), shaped(&s.b, 2, spiked.directions())
		for i := range k {
			load(both.Row(0), both.Row(1), i)
			off, settled = spiked.powers(off, settled, both, received)
		}
	} else {
		both := shaped(&s.a, 2*k, n) // Δ above F∞
		for i := range k {
			load(both.Row(i), both.Row(k+i), i)
		}
		off, settled = s.powers(both, g)
	}
	if !(off+settled < math.Inf(1)) && !finite(filter, exact, g) {
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
