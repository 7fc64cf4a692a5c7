package subspace_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// problem draws the sizes K ≤ N of a problem and a source for its matrices.
func problem(t *rapid.T) (n, k int, rng *rand.Rand) {
	k = rapid.IntRange(1, 6).Draw(t, "K")
	n = rapid.IntRange(k, 20).Draw(t, "N")
	return n, k, source(rapid.Uint64().Draw(t, "seed"))
}

func source(seed uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, 0))
}

// gaussian returns a matrix [r×c] of standard normal numbers.
func gaussian(rng *rand.Rand, r, c int) *mat.Dense {
	a := mat.NewDense(r, c, nil)
	a.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, a)
	return a
}

// orthonormal returns a random matrix [n×k] with orthonormal columns.
func orthonormal(rng *rand.Rand, n, k int) *mat.Dense {
	var qr mat.QR
	qr.Factorize(gaussian(rng, n, k))
	var q mat.Dense
	qr.QTo(&q)
	return mat.DenseCopyOf(q.Slice(0, n, 0, k))
}

func product(a, b mat.Matrix) *mat.Dense {
	var c mat.Dense
	c.Mul(a, b)
	return &c
}

func scaled(s float64, a mat.Matrix) *mat.Dense {
	var c mat.Dense
	c.Scale(s, a)
	return &c
}

func sum(a, b mat.Matrix) *mat.Dense {
	var c mat.Dense
	c.Add(a, b)
	return &c
}

// with returns a copy of A whose top left element is v.
func with(v float64, a mat.Matrix) *mat.Dense {
	c := mat.DenseCopyOf(a)
	c.Set(0, 0, v)
	return c
}

type failer interface {
	Helper()
	Errorf(string, ...any)
}

// near fails the test unless |got − want| ≤ tolerance.
func near(t failer, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %.17g, want %.17g ± %g", what, got, want, tolerance)
	}
}

func panics(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s did not panic", what)
		}
	}()
	f()
}
