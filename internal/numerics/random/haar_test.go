package random_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
)

// TestHaar checks orthonormality, the sign convention and that fewer
// columns are the first of more.
func TestHaar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		count := rapid.IntRange(0, n).Draw(t, "count")
		stream := random.New(rapid.Uint64().Draw(t, "seed"), 0, "rotation")
		columns := random.Haar(n, count, stream)
		start := make([]float64, n)
		for a, u := range columns {
			for b, v := range columns[:a+1] {
				want := 0.0
				if a == b {
					want = 1
				}
				if got := kernel.Dot(u, v); math.Abs(got-want) > 1e-14 {
					t.Fatalf("columns %d and %d have the product %g", a, b, got)
				}
			}
			stream.Normals(start, uint64(a))
			if !(kernel.Dot(start, u) > 0) {
				t.Fatalf("diagonal entry %d of the triangular factor is not positive", a)
			}
		}
		for a, u := range random.Haar(n, count/2, stream) {
			if !slices.Equal(u, columns[a]) {
				t.Fatalf("column %d depends on how many there are", a)
			}
		}
	})
}

// TestHaarIsUniform: each entry of a Haar column has the variance 1/n and the
// fourth moment 3/(n(n+2)).
func TestHaarIsUniform(t *testing.T) {
	const n, trials = 4, 20_000
	var sum, squares, fourths float64
	for trial := range uint64(trials) {
		for _, u := range random.Haar(n, 2, random.New(1, trial, "rotation")) {
			v := u[1]
			sum += v
			squares += v * v
			fourths += v * v * v * v
		}
	}
	m := 2.0 * trials
	if got := sum / m; math.Abs(got) > 4*math.Sqrt(1/(n*m)) {
		t.Errorf("mean entry %g, want 0", got)
	}
	if got := squares / m; math.Abs(got-1./n) > 0.006 {
		t.Errorf("mean square entry %g, want %g", got, 1./n)
	}
	if got, want := fourths/m, 3./(n*(n+2)); math.Abs(got-want) > 0.005 {
		t.Errorf("mean fourth power %g, want %g", got, want)
	}
}
