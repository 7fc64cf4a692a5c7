package theory

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Small matrices are multiplied and inverted as gonum does it.
func TestSmallMatrices(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	draw := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = random.NormFloat64()
		}
		return v
	}
	for k := 1; k <= smallOutputs; k++ {
		n := 1 + random.IntN(30)
		a, b := draw(k*k), draw(k*n)
		var want, inverse mat.Dense
		want.Mul(mat.NewDense(k, k, a), mat.NewDense(k, n, b))
		got, transposed := make([]float64, k*n), make([]float64, k*n)
		transpose(transposed, b, k, n)
		product(got, a, transposed, k, k, n, false)
		if !mat.EqualApprox(mat.NewDense(k, n, got), &want, 1e-13) {
			t.Errorf("the product of %d×%d and %d×%d is off", k, k, k, n)
		}

		want.Reset()
		want.Mul(mat.NewDense(k, n, b), mat.NewDense(k, n, b).T())
		gram := make([]float64, k*k)
		product(gram, b, b, k, n, k, true)
		for i := range k {
			for j := i; j < k; j++ {
				if d := gram[i*k+j] - want.At(i, j); d > 1e-12 || d < -1e-12 {
					t.Errorf("the Gram matrix of %d×%d is off at %d, %d", k, n, i, j)
				}
			}
		}

		a[0] = 0 // another row must be the first pivot
		if k == 1 {
			if invert(a, k, make([]int, k)) {
				t.Error("0 has an inverse")
			}
			continue
		}
		if err := inverse.Inverse(mat.NewDense(k, k, a)); err != nil {
			t.Fatal(err)
		}
		if !invert(a, k, make([]int, k)) || !mat.EqualApprox(mat.NewDense(k, k, a), &inverse, 1e-9) {
			t.Errorf("the inverse of a %d×%d matrix is off", k, k)
		}
	}
	if invert([]float64{1, 2, 2, 4}, 2, make([]int, 2)) {
		t.Error("a singular matrix has an inverse")
	}
}
