package covariance

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Principal returns the k largest eigenvalues, in descending order, and their eigenvectors as
// the columns of a matrix [N×k], row-major: the reference principal components. The component of
// largest magnitude of each eigenvector is positive. They are good to a tolerance only, as their
// bits depend on the machine. It takes a time of order N²k for a few components of many inputs
// (by the block Krylov method, with a bound on the error), and of order N³ otherwise.
func (c *Matrix) Principal(k int) (values, vectors []float64, err error) {
	if k < 1 || k > c.n {
		return nil, nil, fmt.Errorf("no %d principal components of %d inputs: ask for 1 to %d", k, c.n, c.n)
	}
	if c.n > wholeInputs && 8*k < c.n {
		if values, rows, ok := c.leadingComponents(k); ok {
			vectors = make([]float64, c.n*k)
			for j, row := range rows {
				sign := signOfLargest(mat.NewVecDense(c.n, row))
				for i, v := range row {
					vectors[i*k+j] = sign * v
				}
			}
			return values, vectors, nil
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(c.n, c.entries), true) {
		return nil, nil, fmt.Errorf("finding the principal components of a covariance of %d inputs: the eigenvalues did not converge", c.n)
	}
	var all mat.Dense
	eigen.VectorsTo(&all)
	ascending := eigen.Values(nil)
	values, vectors = make([]float64, k), make([]float64, c.n*k)
	for j := range k {
		column := c.n - 1 - j
		values[j] = ascending[column]
		sign := signOfLargest(all.ColView(column))
		for i := range c.n {
			vectors[i*k+j] = sign * all.At(i, column)
		}
	}
	return values, vectors, nil
}

// Eigenvalues returns all eigenvalues in descending order, to a tolerance as those of Principal.
func (c *Matrix) Eigenvalues() ([]float64, error) {
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(c.n, c.entries), false) {
		return nil, fmt.Errorf("finding the eigenvalues of a covariance of %d inputs: they did not converge", c.n)
	}
	values := eigen.Values(nil)
	slices.Reverse(values)
	return values, nil
}

// signOfLargest returns the sign of the component of largest magnitude, ±1.
func signOfLargest(v mat.Vector) float64 {
	largest := 0.0
	for i := range v.Len() {
		if x := v.AtVec(i); math.Abs(x) > math.Abs(largest) {
			largest = x
		}
	}
	return math.Copysign(1, largest)
}
