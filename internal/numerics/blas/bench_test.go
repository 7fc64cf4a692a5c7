package blas

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// size is that of the mean-field flows and of the batch PCA of image patches.
const size = 400

func BenchmarkMul(b *testing.B) {
	x, y := gaussian(), gaussian()
	var product mat.Dense
	for b.Loop() {
		product.Mul(x, y)
	}
}

func BenchmarkEigenSym(b *testing.B) {
	x := gaussian()
	var g mat.SymDense
	g.SymOuterK(1, x)
	var eigen mat.EigenSym
	for b.Loop() {
		if !eigen.Factorize(&g, true) {
			b.Fatal("no convergence")
		}
	}
}

// gaussian returns a matrix [size×size] of standard normal numbers.
func gaussian() *mat.Dense {
	rng := rand.New(rand.NewPCG(1, 2))
	a := mat.NewDense(size, size, nil)
	a.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, a)
	return a
}
