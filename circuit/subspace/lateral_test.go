package subspace_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
	"twophase/circuit/subspace"
)

func TestSpectralRadiusOfPairs(t *testing.T) {
	for _, c := range []struct {
		m    []float64
		want float64
	}{
		{[]float64{2, 0, 0, 3}, 0},
		{[]float64{1, 0.5, 0.5, 4}, 0.25},  // b/√(ad)
		{[]float64{1, 0.5, -0.5, 1}, 0.5},  // ±0.5i: not symmetric
		{[]float64{1, 3, 0, 1}, 0},         // nilpotent
		{[]float64{-1, 0.5, 0.5, -4}, .25}, // the sign of the scales does not count
	} {
		near(t, "ρ", subspace.SpectralRadius(mat.NewDense(2, 2, c.m)), c.want, 1e-15)
	}
}

// ρ is the rate at which Jacobi sweeps approach the settled output.
func TestSpectralRadiusIsTheRateOfSettling(t *testing.T) {
	rng := source(1)
	m := gaussian(rng, 6, 6)
	m = sum(m, m.T())
	for i := range 6 {
		m.Set(i, i, 12)
	}
	sweep := mat.DenseCopyOf(m)
	sweep.Apply(func(i, j int, v float64) float64 {
		if i == j {
			return 0
		}
		return -v / m.At(i, i)
	}, m)
	error0 := gaussian(rng, 6, 1)
	before, after := new(mat.Dense), new(mat.Dense)
	before.Pow(sweep, 60)
	after.Pow(sweep, 62)
	rate := math.Sqrt(mat.Norm(product(after, error0), 2) / mat.Norm(product(before, error0), 2))
	near(t, "ρ", subspace.SpectralRadius(m), rate, 1e-3*rate)
}

// With equal off-diagonal elements b and scales a: ρ = (K−1)·b/a.
func TestLateralMeasuresOfUniformInhibition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(1, 8).Draw(t, "K")
		a := rapid.Float64Range(0.1, 10).Draw(t, "a")
		b := rapid.Float64Range(0, 10).Draw(t, "b")
		m := mat.NewDense(k, k, nil)
		m.Apply(func(i, j int, _ float64) float64 {
			if i == j {
				return a
			}
			return b
		}, m)
		others := float64(k - 1)
		want := others * b / a
		near(t, "ρ", subspace.SpectralRadius(m), want, 1e-13*(1+want))
		near(t, "‖M_o‖/‖M‖", subspace.LateralRatio(m), math.Sqrt(others*b*b/(others*b*b+a*a)), 1e-14)
	})
}

func TestLateralEdges(t *testing.T) {
	identity := mat.NewDense(2, 2, []float64{1, 0, 0, 1})
	for _, v := range []float64{0, math.NaN(), math.Inf(1)} {
		m := with(v, identity)
		if got := subspace.SpectralRadius(m); !math.IsNaN(got) {
			t.Errorf("ρ with a scale %g = %g, want NaN", v, got)
		}
	}
	tiny := mat.NewDense(2, 2, []float64{1, 1e-309, 1e-309, 1})
	if got := subspace.SpectralRadius(tiny); !(got >= 0 && got < 1e-307) { // math.Log is not exact for numbers that are not normal
		t.Errorf("ρ with lateral weights of 1e-309 = %g", got)
	}
	for _, scale := range []float64{1e-200, 1, 1e150} {
		m := mat.NewDense(2, 2, []float64{3 * scale, 4 * scale, 0, 0})
		if got := subspace.LateralRatio(m); math.Abs(got-0.8) > 1e-15 {
			t.Errorf("‖M_o‖/‖M‖ of M times %g = %g, want 0.8", scale, got)
		}
		if got := subspace.LateralRatio(mat.NewDense(2, 2, []float64{scale, 0, 0, scale})); got != 0 {
			t.Errorf("‖M_o‖/‖M‖ of %g I = %g, want 0", scale, got)
		}
	}
	for _, v := range []float64{math.NaN(), math.Inf(1)} {
		if got := subspace.LateralRatio(with(v, identity)); !math.IsNaN(got) {
			t.Errorf("‖M_o‖/‖M‖ with a scale %g = %g, want NaN", v, got)
		}
	}
	if got := subspace.LateralRatio(mat.NewDense(2, 2, nil)); !math.IsNaN(got) {
		t.Errorf("‖M_o‖/‖M‖ of 0 = %g, want NaN", got)
	}
	panics(t, "ρ of 2×3", func() { subspace.SpectralRadius(mat.NewDense(2, 3, nil)) })
	panics(t, "ratio of 2×3", func() { subspace.LateralRatio(mat.NewDense(2, 3, nil)) })
}
