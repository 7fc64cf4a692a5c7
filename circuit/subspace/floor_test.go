package subspace_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"twophase/circuit/subspace"
)

// small is the spectrum of the paper's small problem, K = 3.
var small = []float64{1, 0.75, 0.5, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2}

func TestBatchFloorOfTheSmallProblem(t *testing.T) {
	near(t, "floor at T=1e4", subspace.BatchFloor(small, 3, 1e4), 4.5e-4, 0.05e-4)
	near(t, "floor at T=1e5", subspace.BatchFloor(small, 3, 1e5), 4.5e-5, 0.05e-5)
}

// Batch PCA of samples has about this error. In the basis of the eigenvectors
// the reference U_K is the first K columns of the identity.
func TestBatchFloorIsWhatBatchPCADoes(t *testing.T) {
	const samples, trials, k = 10_000, 60, 3
	n := len(small)
	rng := source(1)
	u := mat.NewDense(n, k, nil)
	for i := range k {
		u.Set(i, i, 1)
	}
	mean := 0.0
	for range trials {
		x := gaussian(rng, samples, n)
		x.Apply(func(_, j int, v float64) float64 { return math.Sqrt(small[j]) * v }, x)
		mean += subspace.ProcrustesError(principal(x, k), u) / trials
	}
	want := subspace.BatchFloor(small, k, samples)
	near(t, "mean E_Pro of batch PCA", mean, want, 0.15*want) // three standard errors
}

// principal returns the K leading eigenvectors [N×K] of XᵀX.
func principal(x *mat.Dense, k int) mat.Matrix {
	n := x.RawMatrix().Cols
	var g mat.SymDense
	g.SymOuterK(1, x.T())
	var eigen mat.EigenSym
	if !eigen.Factorize(&g, true) {
		panic("no convergence")
	}
	var v mat.Dense
	eigen.VectorsTo(&v)
	return v.Slice(0, n, n-k, n)
}

func TestBatchFloorEdges(t *testing.T) {
	if got := subspace.BatchFloor([]float64{1, 0.5, 0.5}, 2, 100); !math.IsInf(got, 1) {
		t.Errorf("floor without a gap = %g, want +Inf", got)
	}
	if got := subspace.BatchFloor(small, len(small), 100); got != 0 {
		t.Errorf("floor of the whole space = %g, want 0", got)
	}
	near(t, "floor of a shuffled spectrum", subspace.BatchFloor([]float64{0.2, 1, 0.5}, 1, 7),
		subspace.BatchFloor([]float64{1, 0.5, 0.2}, 1, 7), 1e-16)
	panics(t, "K = 0", func() { subspace.BatchFloor(small, 0, 100) })
	panics(t, "K > N", func() { subspace.BatchFloor(small, 11, 100) })
	panics(t, "T = 0", func() { subspace.BatchFloor(small, 3, 0) })
}
