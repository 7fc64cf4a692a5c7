package theory

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// basis is the basis in which a flow runs.
//
// Where G has the same eigenvalue g in all directions beyond some point, G is g
// times the identity among them, and W's part there, W_tail [K×T], moves within
// its own row space: F_tail is a K×K matrix times W_tail, and so is its change.
// With W_tail = L Vᵀ, V [T×K] of orthonormal columns, only L [K×K] moves, and all
// norms and products of rows are those of W. So N inputs become from + K.
type basis struct {
	roots      []float64  // √g of each direction [n], if G is diagonal; or
	covariance *mat.Dense // G [n×n]
	top        []float64  // the top K eigenvalues
	principal  *mat.Dense // their eigenvectors, U_K [n×K]

	from     int        // first direction of the tail
	tail     *mat.Dense // Vᵀ [K×T], nil if nothing is left out
	vanished bool       // W's tail is zero, and left out
}

// newBasis returns the basis of a valid spec.
func newBasis(s FlowSpec) (*basis, error) {
	k := len(s.Gains)
	if s.Covariance != nil {
		n, g := s.inputs(), mat.DenseCopyOf(s.Covariance)
		var eigen mat.EigenSym
		if !finite(g.RawMatrix().Data...) || !eigen.Factorize(s.Covariance, true) {
			return nil, errors.New("the covariance is not finite, or its eigenvectors were not found")
		}
		values := eigen.Values(nil) // ascending
		var vectors mat.Dense
		eigen.VectorsTo(&vectors)
		b := &basis{covariance: g, from: n, principal: mat.NewDense(n, k, nil)}
		for j := range k {
			b.top = append(b.top, max(0, values[n-1-j]))
			b.principal.SetCol(j, mat.Col(nil, n-1-j, &vectors))
		}
		return b, nil
	}
	b := &basis{top: slices.Clone(s.Spectrum[:k]), from: len(s.Spectrum)}
	for _, g := range s.Spectrum {
		b.roots = append(b.roots, math.Sqrt(g))
	}
	if err := b.compress(s); err != nil {
		return nil, err
	}
	b.principal = mat.NewDense(len(b.roots), k, nil)
	for j := range k {
		b.principal.Set(j, j, 1)
	}
	return b, nil
}

// compress leaves out the directions of equal eigenvalues, beyond the top K, in
// which no weight will ever be.
func (b *basis) compress(s FlowSpec) error {
	k, n := len(s.Gains), len(s.Spectrum)
	from := n - 1
	for from > k && s.Spectrum[from-1] == s.Spectrum[n-1] {
		from--
	}
	if from < k || n-from <= k {
		return nil
	}
	w := mat.NewDense(k, n, s.InitialWeights).Slice(0, k, from, n)
	var svd mat.SVD
	if !svd.Factorize(w, mat.SVDThin) {
		return errors.New("the singular values of the initial weights were not found")
	}
	var v mat.Dense
	svd.VTo(&v)
	b.from, b.tail = from, mat.DenseCopyOf(v.T())
	b.roots = b.roots[:from+k]
	return nil
}

// reduce returns W [K×N] in this basis [K×n], as a copy.
func (b *basis) reduce(w *mat.Dense) *mat.Dense {
	if b.tail == nil {
		return mat.DenseCopyOf(w)
	}
	k, n := w.Dims()
	reduced := mat.NewDense(k, b.from+k, nil)
	reduced.Slice(0, k, 0, b.from).(*mat.Dense).Copy(w.Slice(0, k, 0, b.from))
	reduced.Slice(0, k, b.from, b.from+k).(*mat.Dense).Mul(w.Slice(0, k, b.from, n), b.tail.T())
	return reduced
}

// expand is the inverse of reduce, for what has been reduced and moved.
func (b *basis) expand(w *mat.Dense) *mat.Dense {
	if b.tail == nil {
		return mat.DenseCopyOf(w)
	}
	k, n := w.Dims()
	_, tail := b.tail.Dims()
	whole := mat.NewDense(k, b.from+tail, nil)
	whole.Slice(0, k, 0, b.from).(*mat.Dense).Copy(w.Slice(0, k, 0, b.from))
	if b.vanished {
		return whole
	}
	whole.Slice(0, k, b.from, b.from+tail).(*mat.Dense).Mul(w.Slice(0, k, b.from, n), b.tail)
	return whole
}

// negligible is the size of a weight whose square underflows.
const negligible = 1e-160

// vanish leaves out the tail once no weight there is larger than negligible, and
// reports that it has, once. Weights in the tail decay as long as M exceeds its
// eigenvalue, and never again count then.
func (b *basis) vanish(w *mat.Dense) bool {
	if b.tail == nil || b.vanished {
		return false
	}
	k, n := w.Dims()
	for i := range k {
		for _, v := range w.RawRowView(i)[b.from:n] {
			if !(math.Abs(v) < negligible) {
				return false
			}
		}
	}
	b.vanished, b.roots = true, b.roots[:b.from]
	b.principal = mat.DenseCopyOf(b.principal.Slice(0, b.from, 0, k))
	return true
}
