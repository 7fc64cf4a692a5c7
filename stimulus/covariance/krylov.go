package covariance

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
)

const (
	// A covariance of more inputs, of which only a few components are asked for, has its principal
	// components found by the block Krylov method: the whole solver takes a time of order N³.
	wholeInputs = 256

	krylovTolerance = 1e-12 // of a residual ‖Gu − gu‖, relative to the largest eigenvalue
	krylovSpare     = 4     // vectors of a block beyond the components
	krylovBlocks    = 16    // of a space, before it begins anew with what it found
	krylovCheck     = 4     // blocks between two looks at the residuals
	krylovRestarts  = 12
)

// leadingComponents returns the k largest eigenvalues of G, in descending order, and their
// eigenvectors [k][N] by the block Krylov method: the best there are in the span of B, GB, G²B, …,
// where the block B is random and fixed. It reports false where the residuals do not become small.
//
// For each value g and vector u that it returns, ‖Gu − gu‖ ≤ 1e-12 g₁. So an eigenvalue of G lies
// within 1e-12 g₁ of g, and the sine of the angle between u and its eigenvector is at most that
// over the distance to the next eigenvalue (Parlett, The Symmetric Eigenvalue Problem, 1998,
// theorems 4.5.1 and 11.7.1). Golub and Underwood (1977) describe the method.
func (c *Matrix) leadingComponents(k int) (values []float64, vectors [][]float64, ok bool) {
	width := k + krylovSpare
	stream, block := random.New(0, 0, "principal components"), make([][]float64, width)
	for i := range block {
		block[i] = kernel.Aligned(c.n)
		stream.Normals(block[i], uint64(i))
	}
	for range krylovRestarts {
		var basis, products [][]float64
		for blocks := 1; blocks <= krylovBlocks; blocks++ {
			fresh := orthonormalBlock(block, basis)
			if len(fresh) > 0 {
				basis, block = append(basis, fresh...), c.times(fresh)
				products = append(products, block...)
			}
			exhausted := len(fresh) == 0 || len(basis) >= c.n
			if len(basis) < k || !exhausted && blocks%krylovCheck != 0 {
				if exhausted {
					return nil, nil, false
				}
				continue
			}
			if values, vectors, ok = c.ritz(basis, products, min(width, len(basis))); !ok {
				return nil, nil, false
			}
			if c.converged(values[:k], vectors[:k]) {
				return values[:k], vectors[:k], true
			}
			if exhausted {
				return nil, nil, false
			}
		}
		block = vectors
	}
	return nil, nil, false
}

// orthonormalBlock returns the vectors of a block made orthonormal to a basis and to each other,
// without those that lie in the span of the others but for rounding errors.
func orthonormalBlock(block, basis [][]float64) (fresh [][]float64) {
	const inside = krylovTolerance / 10 // of a length
	all := append([][]float64(nil), basis...)
	for _, v := range block {
		v = append(kernel.Aligned(len(v))[:0], v...)
		length := math.Sqrt(kernel.Dot(v, v))
		kernel.Orthogonalize(v, all)
		if rest := math.Sqrt(kernel.Dot(v, v)); !(rest > inside*length) {
			continue
		}
		kernel.Normalize(v)
		kernel.Orthogonalize(v, all)
		kernel.Normalize(v)
		all, fresh = append(all, v), append(fresh, v)
	}
	return fresh
}

// times returns Gv for each vector of a block.
func (c *Matrix) times(block [][]float64) [][]float64 {
	var product mat.Dense
	rows := mat.NewDense(len(block), c.n, nil)
	for i, v := range block {
		rows.SetRow(i, v)
	}
	product.Mul(rows, mat.NewDense(c.n, c.n, c.entries)) // G is symmetric
	out := make([][]float64, len(block))
	for i := range out {
		out[i] = append(kernel.Aligned(c.n)[:0], product.RawRowView(i)...)
	}
	return out
}

// ritz returns the count largest eigenvalues of G in the span of an orthonormal basis, of which the
// products with G are known, and their vectors.
func (c *Matrix) ritz(basis, products [][]float64, count int) (values []float64, vectors [][]float64, ok bool) {
	m := len(basis)
	small := mat.NewSymDense(m, nil)
	for i := range m {
		for j := range i + 1 {
			small.SetSym(i, j, kernel.Dot(basis[j], products[i]))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(small, true) {
		return nil, nil, false
	}
	var turn mat.Dense
	eigen.VectorsTo(&turn)
	ascending := eigen.Values(nil)
	for i := range count {
		v := kernel.Aligned(c.n)
		for j, b := range basis {
			kernel.Axpy(v, turn.At(j, m-1-i), b)
		}
		values, vectors = append(values, ascending[m-1-i]), append(vectors, v)
	}
	return values, vectors, true
}

// converged reports whether all residuals are small.
func (c *Matrix) converged(values []float64, vectors [][]float64) bool {
	for i, product := range c.times(vectors) {
		kernel.Axpy(product, -values[i], vectors[i])
		if !(math.Sqrt(kernel.Dot(product, product)) <= krylovTolerance*values[0]) {
			return false
		}
	}
	return true
}
