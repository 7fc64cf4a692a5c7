package covariance

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
)

// TestTopEigenvalue compares with gonum on random covariances: of few stimuli,
// of many, and of white noise, whose largest eigenvalues lie close together.
func TestTopEigenvalue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		rows := rapid.IntRange(1, 200).Draw(t, "rows")
		stream := random.New(rapid.Uint64().Draw(t, "seed"), 0, "test")
		c := New(n)
		for from := 0; from < rows; from += addedRows {
			b, filled := NewAddends(n), min(addedRows, rows-from)
			for r := range filled {
				stream.Normals(b.Rows[r], uint64(from+r))
			}
			c.Accumulate(b, filled, 2)
		}
		c.Mirror()
		values, vectors, err := c.Principal(n)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.TopEigenvalue(); math.Abs(got-values[0]) > 1e-12*values[0] {
			t.Fatalf("largest eigenvalue %.17g, want %.17g", got, values[0])
		}
		// G V = V diag(values).
		var left mat.Dense
		left.Mul(mat.NewSymDense(n, c.entries), mat.NewDense(n, n, vectors))
		for i := range n {
			for j := range n {
				if want := vectors[i*n+j] * values[j]; math.Abs(left.At(i, j)-want) > 1e-11*values[0] {
					t.Fatalf("(G v_%d)_%d is %g, want %g", j, i, left.At(i, j), want)
				}
			}
		}
	})
}

// TestTopEigenvalueOfClusters has many equal and nearly equal eigenvalues.
func TestTopEigenvalueOfClusters(t *testing.T) {
	for _, spectrum := range [][]float64{
		slices.Repeat([]float64{1}, 50),
		append([]float64{1, 1 - 1e-9, 1 - 2e-9}, slices.Repeat([]float64{0.5}, 50)...),
		append([]float64{1}, slices.Repeat([]float64{0}, 400)...),
		{3},
	} {
		c := New(len(spectrum))
		for k, u := range random.Haar(len(spectrum), len(spectrum), random.New(1, 0, "rotation")) {
			for i, v := range u {
				kernel.Axpy(c.Row(i), spectrum[k]*v, u)
			}
		}
		if got := c.TopEigenvalue(); math.Abs(got-spectrum[0]) > 1e-13*spectrum[0] {
			t.Errorf("%v…: largest eigenvalue %.17g, want %g", spectrum[:1], got, spectrum[0])
		}
	}
}
