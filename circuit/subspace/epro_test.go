package subspace_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
	"twophase/circuit/subspace"
)

func TestProcrustesErrorSeesScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, k, rng := problem(t)
		s := rapid.Float64Range(0, 3).Draw(t, "s")
		u := orthonormal(rng, n, k)
		near(t, "E_Pro(s·U)", subspace.ProcrustesError(scaled(s, u), u), (s-1)*(s-1), 1e-14)
	})
}

func TestProcrustesErrorIsBlindToRotation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, k, rng := problem(t)
		u, a, q := orthonormal(rng, n, k), gaussian(rng, n, k), orthonormal(rng, k, k)
		want := subspace.ProcrustesError(a, u)
		near(t, "E_Pro(ÂQ)", subspace.ProcrustesError(product(a, q), u), want, 1e-12*(1+want))
	})
}

// No Q ∈ O_K does better, and the expanded form agrees as far as it goes.
func TestProcrustesErrorIsTheMinimum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, k, rng := problem(t)
		u, a := orthonormal(rng, n, k), gaussian(rng, n, k)
		got := subspace.ProcrustesError(a, u)

		difference := mat.Norm(sum(product(a, orthonormal(rng, k, k)), scaled(-1, u)), 2)
		if other := difference * difference / float64(k); other < got-1e-12*(1+got) {
			t.Errorf("E_Pro = %g, but some Q gives %g", got, other)
		}

		var svd mat.SVD
		svd.Factorize(product(a.T(), u), mat.SVDNone)
		norm := mat.Norm(a, 2)
		want := norm*norm + float64(k)
		for _, sigma := range svd.Values(nil) {
			want -= 2 * sigma
		}
		near(t, "E_Pro", got, want/float64(k), 1e-12*(1+got))
	})
}

// For V ⊥ U the best rotation of U + εV is none, and the error is ε².
func TestProcrustesErrorDoesNotCancel(t *testing.T) {
	rng := source(1)
	both := orthonormal(rng, 30, 10)
	u, v := both.Slice(0, 30, 0, 5), both.Slice(0, 30, 5, 10)
	q := orthonormal(rng, 5, 5)
	for _, epsilon := range []float64{1e-3, 1e-8, 1e-12, 1e-14} {
		got := subspace.ProcrustesError(product(sum(u, scaled(epsilon, v)), q), u)
		near(t, "√E_Pro", math.Sqrt(got), epsilon, 1e-10*epsilon+2e-15)
	}
	if got := subspace.ProcrustesError(product(u, q), u); got > 1e-29 {
		t.Errorf("E_Pro(UQ) = %g", got)
	}
}

func TestProcrustesErrorOfRankDeficientEstimates(t *testing.T) {
	u := orthonormal(source(2), 10, 3)
	near(t, "E_Pro(0)", subspace.ProcrustesError(mat.NewDense(10, 3, nil), u), 1, 1e-15)

	lost := mat.DenseCopyOf(u)
	lost.SetCol(1, make([]float64, 10))
	near(t, "E_Pro without a column", subspace.ProcrustesError(lost, u), 1./3, 1e-15)
}

func TestProcrustesErrorOfDivergedEstimates(t *testing.T) {
	u := orthonormal(source(3), 10, 3)
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if got := subspace.ProcrustesError(with(v, u), u); !math.IsNaN(got) {
			t.Errorf("E_Pro with an entry %g = %g, want NaN", v, got)
		}
	}
	if got := subspace.ProcrustesError(with(1e200, u), u); !math.IsInf(got, 1) {
		t.Errorf("E_Pro with an entry 1e200 = %g, want +Inf", got)
	}
	if got := subspace.ProcrustesError(with(math.MaxFloat64, u), u); !math.IsInf(got, 1) {
		t.Errorf("E_Pro with the largest number = %g, want +Inf", got)
	}
}

func TestShapesMustFit(t *testing.T) {
	u := orthonormal(source(4), 10, 3)
	for name, measure := range map[string]func(a, b mat.Matrix){
		"ProcrustesError": func(a, b mat.Matrix) { subspace.ProcrustesError(a, b) },
		"ProjectorError":  func(a, b mat.Matrix) { subspace.ProjectorError(a, b) },
		"PrincipalAngles": func(a, b mat.Matrix) { subspace.PrincipalAngles(a, b) },
		"Alignment":       func(a, b mat.Matrix) { subspace.Alignment(a, b) },
	} {
		panics(t, name+" of 10×2 and 10×3", func() { measure(u.Slice(0, 10, 0, 2), u) })
		panics(t, name+" of rows", func() { measure(u.T(), u.T()) })
		panics(t, name+" of nothing", func() { measure(&mat.Dense{}, &mat.Dense{}) })
	}
}
