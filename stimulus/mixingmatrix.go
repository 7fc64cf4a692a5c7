package stimulus

import (
	"fmt"
	"math"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
	"twophase/stimulus/covariance"
)

// mixing is a matrix A [N×R] of independent columns, which mixes latent numbers s into
// stimuli x = A s. Its dual D [N×R], with DᵀA = I, gives them back: s = Dᵀx.
type mixing struct {
	columns, dual [][]float64 // R columns [N]; no dual of a matrix that was given
	packed        *kernel.Columns
}

// drawMixing draws A = U S Vᵀ with Haar-random U [N×R] and V [R×R] and with singular values
// that fall evenly from 1 to 1/condition. Then D = U S⁻¹ Vᵀ.
func drawMixing(n, r int, condition float64, seed, trial uint64, purpose string) *mixing {
	left := random.Haar(n, r, random.New(seed, trial, purpose))
	right := random.Haar(r, r, random.New(seed, trial, purpose+", turned"))
	m := &mixing{}
	for k := range r {
		column, dual := kernel.Aligned(n), kernel.Aligned(n)
		for j, u := range left {
			s := 1.0
			if r > 1 {
				s -= float64((1 - 1/condition) * (float64(j) / float64(r-1)))
			}
			kernel.Axpy(column, s*right[j][k], u)
			kernel.Axpy(dual, right[j][k]/s, u)
		}
		m.columns, m.dual = append(m.columns, column), append(m.dual, dual)
	}
	m.pack()
	return m
}

// leastIndependent is the part of a column, compared with its length, that must not be a combination
// of the columns before it.
const leastIndependent = 1e-6

// giveMixing returns a matrix that was given as [N×R], row-major. It returns an error if
// its columns are not independent.
func giveMixing(matrix []float64, n, r int) (*mixing, error) {
	if n < 1 || r < 1 || len(matrix) != n*r {
		return nil, fmt.Errorf("%d numbers are no mixing matrix of %d inputs and %d sources", len(matrix), n, r)
	}
	if err := CheckFinite(matrix); err != nil {
		return nil, fmt.Errorf("the mixing matrix: %w", err)
	}
	m := &mixing{}
	var basis [][]float64
	for k := range r {
		column := kernel.Aligned(n)
		for i := range column {
			column[i] = matrix[i*r+k]
		}
		rest := append(kernel.Aligned(n)[:0], column...)
		length := kernel.Normalize(rest)
		if kernel.Orthogonalize(rest, basis); !(length > 0 && kernel.Normalize(rest) > leastIndependent) {
			return nil, fmt.Errorf("column %d of the mixing matrix is a combination of those before it, or 0: the sources cannot be distinguished", k+1)
		}
		basis, m.columns = append(basis, rest), append(m.columns, column)
	}
	m.pack()
	return m, nil
}

// pack stores the columns as combinations read them.
func (m *mixing) pack() {
	m.packed = kernel.NewColumns(len(m.columns[0]), len(m.columns))
	for k, column := range m.columns {
		m.packed.SetColumn(k, column)
	}
}

// spread returns A diag(weights) Aᵀ.
func (m *mixing) spread(weights []float64) *covariance.Matrix {
	c := covariance.New(len(m.columns[0]))
	m.addTo(c, 0, 0, m, weights)
	return c
}

// addTo adds Σ_k weights_k a_k b_kᵀ for the columns b_k of another matrix to the block of c
// that begins in row i and column j.
func (m *mixing) addTo(c *covariance.Matrix, i, j int, other *mixing, weights []float64) {
	for k, w := range weights {
		b := other.columns[k]
		for row, v := range m.columns[k] {
			kernel.Axpy(c.Row(i + row)[j:j+len(b)], w*v, b)
		}
	}
}

// matrixOf returns columns as a matrix [N×K], row-major.
func matrixOf(columns [][]float64) []float64 {
	n, k := len(columns[0]), len(columns)
	matrix := make([]float64, n*k)
	for j, column := range columns {
		for i, v := range column {
			matrix[i*k+j] = v
		}
	}
	return matrix
}

// checkCondition returns an error where a number is no condition of a matrix.
func checkCondition(condition float64) error {
	if !(condition >= 1 && condition <= mostCondition) {
		return fmt.Errorf("condition %v of the mixing: give 1 (no two latents alike) to %v", condition, float64(mostCondition))
	}
	return nil
}

const mostCondition = 1e4

// checkFalling returns an error where numbers are not correlations between least and 1, from
// the largest to the smallest.
func checkFalling(what string, values []float64, least float64) error {
	if len(values) == 0 {
		return fmt.Errorf("no %s: give at least one", what)
	}
	for i, v := range values {
		switch {
		case math.IsNaN(v) || v < least || v > 1:
			return fmt.Errorf("%s %d is %v: give numbers from %v to 1", what, i+1, v, least)
		case i > 0 && v > values[i-1]:
			return fmt.Errorf("%s %d is %v, larger than the one before it, %v: list them from the largest to the smallest", what, i+1, v, values[i-1])
		}
	}
	return nil
}
