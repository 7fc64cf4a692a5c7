package subspace_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
	"twophase/circuit/subspace"
)

// tilted returns U [n×K] and Û [n×K] with the given principal angles between
// them. The columns of Û are rotated, sheared and scaled.
func tilted(seed uint64, n int, angles []float64) (estimate, u *mat.Dense) {
	k := len(angles)
	rng := source(seed)
	both := orthonormal(rng, n, 2*k)
	u = mat.DenseCopyOf(both.Slice(0, n, 0, k))
	mix := mat.NewDense(2*k, k, nil)
	for i, theta := range angles {
		mix.Set(i, i, math.Cos(theta))
		mix.Set(k+i, i, math.Sin(theta))
	}
	shear := orthonormal(rng, k, k)
	shear.Apply(func(i, _ int, v float64) float64 { return float64(i+1) * v }, shear)
	return product(both, product(mix, shear)), u
}

func TestPrincipalAnglesAreAccurateEverywhere(t *testing.T) {
	for _, want := range [][]float64{
		{0, 0, 0},
		{1e-15, 1e-14, 1e-12},
		{1e-9, math.Pi / 4, math.Pi/2 - 1e-9},
		{0.3, 0.3, math.Pi / 2},
		{math.Pi/2 - 1e-14, math.Pi / 2, math.Pi / 2},
	} {
		got := subspace.PrincipalAngles(tilted(1, 12, want))
		for i := range want {
			near(t, "θ", got[i], want[i], 4e-15)
		}
	}
}

func TestPrincipalAnglesOfRandomSubspaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(1, 5).Draw(t, "K")
		n := rapid.IntRange(2*k, 20).Draw(t, "N")
		want := rapid.SliceOfN(rapid.Float64Range(0, math.Pi/2), k, k).Draw(t, "θ")
		slices.Sort(want)
		estimate, u := tilted(rapid.Uint64().Draw(t, "seed"), n, want)

		got := subspace.PrincipalAngles(estimate, u)
		sines := 0.0
		for i := range want {
			near(t, "θ", got[i], want[i], 1e-13)
			sines += math.Pow(math.Sin(want[i]), 2)
		}
		near(t, "‖P̂ − P‖", subspace.ProjectorError(estimate, u), math.Sqrt(2*sines), 1e-13)
	})
}

func TestProjectorErrorIsThatOfTheProjectors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, k, rng := problem(t)
		a, b := orthonormal(rng, n, k), orthonormal(rng, n, k)
		want := mat.Norm(sum(product(a, a.T()), scaled(-1, product(b, b.T()))), 2)
		got := subspace.ProjectorError(a, b)
		near(t, "‖P̂ − P‖", got, want, 1e-13)
		near(t, "‖P − P̂‖", subspace.ProjectorError(b, a), got, 1e-14)
	})
}

func TestProjectorErrorDoesNotCancel(t *testing.T) {
	for _, theta := range []float64{1e-4, 1e-8, 1e-12, 1e-14} {
		got := subspace.ProjectorError(tilted(2, 12, []float64{0, theta, theta}))
		near(t, "‖P̂ − P‖", got, 2*theta, 1e-7*theta+4e-15)
	}
}

// A column a billion times shorter than another keeps its direction.
func TestSpanDoesNotDependOnLengths(t *testing.T) {
	u := orthonormal(source(5), 12, 3)
	skewed := mat.DenseCopyOf(u)
	skewed.Apply(func(_, j int, v float64) float64 { return v * math.Pow(1e-12, float64(j)) }, u)
	near(t, "‖P̂ − P‖", subspace.ProjectorError(skewed, u), 0, 4e-15)
}

// Two columns a billionth of a radian apart still span a plane.
func TestSpanOfNearlyParallelColumns(t *testing.T) {
	u := orthonormal(source(8), 12, 3)
	shear := mat.NewDense(3, 3, []float64{
		1, 1, 0,
		0, 1e-9, 0,
		0, 0, 1,
	})
	near(t, "‖P̂ − P‖", subspace.ProjectorError(product(u, shear), u), 0, 1e-5)
}

func TestMissingDimensions(t *testing.T) {
	u := orthonormal(source(6), 12, 3)
	for rank := range 3 {
		lost := mat.DenseCopyOf(u)
		for j := rank; j < 3; j++ { // copies of column 0, or zeros
			column := make([]float64, 12)
			if rank > 0 {
				mat.Col(column, 0, u)
			}
			lost.SetCol(j, column)
		}
		near(t, "‖P̂ − P‖", subspace.ProjectorError(lost, u), math.Sqrt(float64(3-rank)), 1e-14)
		for i, theta := range subspace.PrincipalAngles(lost, u) {
			want := 0.0
			if i >= rank {
				want = math.Pi / 2
			}
			near(t, "θ", theta, want, 4e-15)
		}
	}
}

func TestAngularMeasuresOfDivergedEstimates(t *testing.T) {
	u := orthonormal(source(7), 12, 3)
	for _, v := range []float64{math.NaN(), math.Inf(1)} {
		bad := with(v, u)
		if got := subspace.ProjectorError(bad, u); !math.IsNaN(got) {
			t.Errorf("‖P̂ − P‖ with an entry %g = %g, want NaN", v, got)
		}
		for _, got := range [][]float64{subspace.PrincipalAngles(bad, u), subspace.Alignment(bad, u)} {
			if len(got) != 3 || !math.IsNaN(got[0]) || !math.IsNaN(got[2]) {
				t.Errorf("with an entry %g: %g, want three NaN", v, got)
			}
		}
	}
	near(t, "‖P̂ − P‖ with large columns", subspace.ProjectorError(scaled(1e300, u), u), 0, 4e-15)
}

// The order of the columns of the estimate does not count, and each is used once.
func TestUnorderedAlignment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, k, rng := problem(t)
		u, a, exchange := orthonormal(rng, n, k), gaussian(rng, n, k), mat.NewDense(k, k, nil)
		for i, j := range rng.Perm(k) {
			exchange.Set(i, j, -3)
		}
		for _, got := range subspace.UnorderedAlignment(product(u, exchange), u) {
			near(t, "|cos|", got, 1, 1e-14)
		}
		want := subspace.UnorderedAlignment(a, u)
		for i, got := range subspace.UnorderedAlignment(product(a, exchange), u) {
			near(t, "|cos|", got, want[i], 1e-13)
		}
		if most := slices.Max(subspace.Alignment(a, u)); slices.Max(want) < most-1e-14 {
			t.Errorf("the best pair has %v, but one has %v", slices.Max(want), most)
		}
		// Two columns that found the same component did not find two.
		for j := range k {
			a.SetCol(j, mat.Col(nil, 0, u))
		}
		for i, got := range subspace.UnorderedAlignment(a, u) {
			near(t, "|cos| of one that all found", got, map[bool]float64{true: 1}[i == 0], 1e-14)
		}
	})
}

func TestAlignmentIgnoresSignAndScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, k, rng := problem(t)
		u, a := orthonormal(rng, n, k), gaussian(rng, n, k)
		stretch := mat.NewDiagDense(k, nil)
		for i := range k {
			stretch.SetDiag(i, rng.NormFloat64())
		}
		want := subspace.Alignment(a, u)
		for i, got := range subspace.Alignment(product(a, stretch), u) {
			near(t, "|cos|", got, want[i], 1e-13)
		}
		for _, got := range subspace.Alignment(product(u, stretch), u) {
			near(t, "|cos|", got, 1, 1e-14)
			if got > 1 {
				t.Errorf("|cos| = %.17g", got)
			}
		}
	})
}
