package subspace_test

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
	"twophase/circuit/subspace"
)

func TestExactFilterSolves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, k, rng := problem(t)
		w, m := gaussian(rng, k, n), gaussian(rng, k, k)
		for i := range k {
			m.Set(i, i, 10) // well conditioned
		}
		f, err := subspace.ExactFilter(w, m)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "‖MF − W‖", mat.Norm(sum(product(m, f), scaled(-1, w)), 2), 0, 1e-12)
	})
}

func TestExactFilterRefusesBadData(t *testing.T) {
	w := gaussian(source(1), 2, 4)
	singular := mat.NewDense(2, 2, []float64{1, 2, 2, 4})
	_, err := subspace.ExactFilter(w, singular)
	if condition := mat.Condition(0); !errors.As(err, &condition) {
		t.Errorf("singular M: error %v does not wrap a mat.Condition", err)
	}
	regular := mat.NewDense(2, 2, []float64{1, 0, 0, 1})
	for _, v := range []float64{math.NaN(), math.Inf(1)} {
		if _, err := subspace.ExactFilter(w, with(v, regular)); err == nil {
			t.Errorf("no error for %g in M", v)
		}
		if _, err := subspace.ExactFilter(with(v, w), regular); err == nil {
			t.Errorf("no error for %g in W", v)
		}
	}
	panics(t, "M that is not square", func() { subspace.ExactFilter(w, w) })
	panics(t, "W with too few rows", func() { subspace.ExactFilter(w.Slice(0, 1, 0, 4), regular) })
}

// The measure is the relative RMS of the outputs: over stimuli that are the
// columns of X, G is XXᵀ/T.
func TestSettlingErrorIsThatOfTheOutputs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, k, rng := problem(t)
		filter, exact, x := gaussian(rng, k, n), gaussian(rng, k, n), gaussian(rng, n, 5)
		var g mat.SymDense
		g.SymOuterK(1./5, x)
		y, settled := product(filter, x), product(exact, x)
		want := mat.Norm(sum(y, scaled(-1, settled)), 2) / mat.Norm(settled, 2)
		near(t, "settling error", subspace.SettlingError(filter, exact, &g), want, 1e-10*(1+want))
	})
}

// Cutting the series after two terms leaves F − F∞ = −(M_d⁻¹M_o)² F∞, which is
// of size ρ² where all eigenvalues have the same modulus ρ.
func TestSettlingErrorOfTwoPhases(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rho := rapid.Float64Range(1e-6, 0.9).Draw(t, "ρ")
		w := gaussian(source(rapid.Uint64().Draw(t, "seed")), 2, 6)
		m := mat.NewDense(2, 2, []float64{1, rho, rho, 1})
		exact, err := subspace.ExactFilter(w, m)
		if err != nil {
			t.Fatal(err)
		}
		twoPhase := product(mat.NewDense(2, 2, []float64{1, -rho, -rho, 1}), w)
		near(t, "ρ", subspace.SpectralRadius(m), rho, 1e-15)
		near(t, "settling error", subspace.SettlingError(twoPhase, exact, nil), rho*rho, 1e-14)
	})
}

// Filters that differ only where there are no stimuli do not differ, even if
// rounding makes the power of the difference negative.
func TestSettlingErrorForASingularG(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, _, rng := problem(t)
		v := orthonormal(rng, n, 1)
		var g mat.SymDense
		g.SymOuterK(1, v)
		a := gaussian(rng, n, 1)
		blind := sum(a, scaled(-mat.Dot(a.ColView(0), v.ColView(0)), v))
		near(t, "settling error", subspace.SettlingError(sum(v, blind).T(), v.T(), &g), 0, 1e-7)
	})
}

func TestSettlingErrorEdges(t *testing.T) {
	f := gaussian(source(2), 2, 4)
	if got := subspace.SettlingError(f, f, nil); got != 0 {
		t.Errorf("settling error of F∞ = %g, want 0", got)
	}
	if got := subspace.SettlingError(f, scaled(0, f), nil); !math.IsInf(got, 1) {
		t.Errorf("settling error against 0 = %g, want +Inf", got)
	}
	for _, v := range []float64{math.NaN(), math.Inf(1)} {
		bad := mat.NewDense(1, 1, []float64{v})
		if got := subspace.SettlingError(bad, mat.NewDense(1, 1, []float64{1}), nil); !math.IsNaN(got) {
			t.Errorf("settling error of a filter %g = %g, want NaN", v, got)
		}
	}
	bad := mat.NewSymDense(4, nil)
	bad.SetSym(0, 1, math.Inf(1))
	if got := subspace.SettlingError(f, f, bad); !math.IsNaN(got) {
		t.Errorf("settling error for an infinite G = %g, want NaN", got)
	}
	panics(t, "G of another size", func() { subspace.SettlingError(f, f, mat.NewSymDense(3, nil)) })
	panics(t, "F∞ of another size", func() { subspace.SettlingError(f, f.T(), nil) })
}

// Few eigenvalues above the smallest say as much of the stimuli as their whole covariance.
func TestSettlingErrorForSpikes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, k, rng := problem(t)
		r := rapid.IntRange(1, n).Draw(t, "r")
		u := orthonormal(rng, n, r)
		var g mat.SymDense
		larger := make([]float64, r)
		for i := range larger {
			larger[i] = float64(1 + r - i)
			var one mat.SymDense
			one.SymOuterK(larger[i]-0.5, u.Slice(0, n, i, i+1))
			if i == 0 {
				g = one
			} else {
				g.AddSym(&g, &one)
			}
		}
		for i := range n {
			g.SetSym(i, i, g.At(i, i)+0.5)
		}
		filter, exact := gaussian(rng, k, n), gaussian(rng, k, n)
		want := subspace.SettlingError(filter, exact, &g)
		near(t, "settling error", subspace.SettlingError(filter, exact, subspace.NewSpiked(&g, 0.5, larger, u)), want, 1e-12*(1+want))
	})
}
