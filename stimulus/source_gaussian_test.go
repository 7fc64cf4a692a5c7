package stimulus

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/numerics/kernel"
	"twophase/stimulus/covariance"
)

func newGaussian(tb testing.TB, problem string, seed, trial uint64) *Gaussian {
	tb.Helper()
	p, err := LookupProblem(problem)
	if err != nil {
		tb.Fatal(err)
	}
	g, err := NewGaussian(p.Spectrum, seed, trial)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// TestGaussianGolden pins the bits of stimuli and rotation.
func TestGaussianGolden(t *testing.T) {
	g := newGaussian(t, "large", 1, 2)
	h := fnv.New64a()
	x := make([]float64, 100)
	for range 1000 {
		g.Next(x)
		for _, v := range x {
			b := math.Float64bits(v)
			for shift := 0; shift < 64; shift += 8 {
				h.Write([]byte{byte(b >> shift)})
			}
		}
	}
	if got, want := h.Sum64(), uint64(0x4a5fa899f1222da6); got != want {
		t.Errorf("1000 stimuli hash to %#x, want %#x", got, want)
	}
}

// TestGaussianCovariance compares the covariance of many samples with that of
// the population; entry ij of the former has the variance (g_ii g_jj + g_ij²)/T.
func TestGaussianCovariance(t *testing.T) {
	const samples = 200_000
	for _, spectrum := range [][]float64{
		{1, 0.75, 0.5, 0.2, 0.2, 0.2},
		{4, 3, 2, 1, 0, 0},
		{2, 2, 2, 2},
		{0.5},
	} {
		g, err := NewGaussian(spectrum, 3, 0)
		if err != nil {
			t.Fatal(err)
		}
		want := g.Covariance()
		read, moments, mean := covariance.NewAddends(len(spectrum)), covariance.New(len(spectrum)), make([]float64, len(spectrum))
		for left := samples; left > 0; left -= len(read.Rows) {
			filled, _, err := Fill(read.Rows[:min(left, len(read.Rows))], g)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range read.Rows[:filled] {
				kernel.Axpy(mean, 1./samples, x)
			}
			moments.Accumulate(read, filled, 2)
		}
		moments.Divide(samples)
		moments.Mirror()
		for i := range want.Inputs() {
			if d := math.Abs(mean[i]) / math.Sqrt(want.At(i, i)/samples); d > 4.5 {
				t.Errorf("%v: mean %d is %g, %.1f sigma off", spectrum, i, mean[i], d)
			}
			for j := range want.Inputs() {
				sigma := math.Sqrt((want.At(i, i)*want.At(j, j) + want.At(i, j)*want.At(i, j)) / samples)
				if d := math.Abs(moments.At(i, j)-want.At(i, j)) / sigma; d > 4.5 {
					t.Errorf("%v: covariance %d,%d is %g, want %g: %.1f sigma off", spectrum, i, j, moments.At(i, j), want.At(i, j), d)
				}
			}
		}
	}
}

// TestGaussianBasis checks that the basis is orthonormal and consists of
// eigenvectors of the covariance with the spectrum's eigenvalues.
func TestGaussianBasis(t *testing.T) {
	for _, p := range Problems() {
		g := newGaussian(t, p.Name, 5, 1)
		basis, err := g.Basis(p.Outputs)
		if err != nil {
			t.Fatal(err)
		}
		c, k := g.Covariance(), p.Outputs
		for a := range k {
			u := column(basis, k, a)
			for b := range k {
				want := 0.0
				if a == b {
					want = 1
				}
				if got := kernel.Dot(u, column(basis, k, b)); math.Abs(got-want) > 1e-14 {
					t.Errorf("%s: columns %d and %d have the product %g", p.Name, a, b, got)
				}
			}
			for i := range p.Inputs {
				if got, want := kernel.Dot(c.Row(i), u), p.Spectrum[a]*u[i]; math.Abs(got-want) > 1e-14 {
					t.Errorf("%s: (G u_%d)_%d is %g, want %g", p.Name, a, i, got, want)
				}
			}
		}
	}
}

func column(matrix []float64, columns, j int) []float64 {
	var v []float64
	for i := j; i < len(matrix); i += columns {
		v = append(v, matrix[i])
	}
	return v
}

func TestGaussianBasisErrors(t *testing.T) {
	g := newGaussian(t, "small", 1, 0)
	for k, want := range map[int]string{
		0:  "ask for 1 to 10",
		4:  "eigenvalues 4 and 5 of the spectrum are both 0.2",
		10: "span the whole space",
		11: "ask for 1 to 10",
	} {
		if _, err := g.Basis(k); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Basis(%d): error %v, want one with %q", k, err, want)
		}
	}
}

func TestSpectrumErrors(t *testing.T) {
	for _, c := range []struct {
		spectrum []float64
		want     string
	}{
		{nil, "empty"},
		{[]float64{1, math.NaN()}, "eigenvalue 2 of the spectrum is NaN"},
		{[]float64{math.Inf(1)}, "eigenvalue 1 of the spectrum is +Inf"},
		{[]float64{1, -0.5}, "eigenvalue 2 of the spectrum is -0.5"},
		{[]float64{1, 0.5, 0.6}, "eigenvalue 3 of the spectrum is 0.6, larger than the one before it, 0.5"},
	} {
		if _, err := NewGaussian(c.spectrum, 1, 0); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("spectrum %v: error %v, want one with %q", c.spectrum, err, c.want)
		}
	}
}

func TestGaussianSeek(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, err := NewGaussian([]float64{2, 1, 0.5}, rapid.Uint64().Draw(t, "seed"), 0)
		if err != nil {
			t.Fatal(err)
		}
		checkSeek(t, g, rapid.IntRange(0, 30).Draw(t, "step"))
	})
}

// checkSeek compares the stimuli after a seek with those that reading reaches.
func checkSeek(t rapid.TB, s Seekable, step int) {
	t.Helper()
	const after = 5
	x := make([]float64, s.Inputs())
	read := func() (all [][]float64) {
		for range after {
			if s.Next(x) != nil {
				break
			}
			all = append(all, slices.Clone(x))
		}
		return all
	}
	for range step {
		if s.Next(x) != nil {
			break
		}
	}
	reached := s.Step()
	want := read()
	if err := s.Seek(reached); err != nil {
		t.Fatal(err)
	}
	if s.Step() != reached {
		t.Fatalf("step %d after seeking step %d", s.Step(), reached)
	}
	if got := read(); !slices.EqualFunc(got, want, slices.Equal) {
		t.Fatalf("after seeking step %d: %v, want %v", reached, got, want)
	}
}

func TestGaussianNextDoesNotAllocate(t *testing.T) {
	g := newGaussian(t, "large", 1, 0)
	x := make([]float64, g.Inputs())
	if n := testing.AllocsPerRun(100, func() { g.Next(x) }); n != 0 {
		t.Errorf("%v allocations per stimulus, want none", n)
	}
}

func TestProblems(t *testing.T) {
	large, err := LookupProblem("large")
	if err != nil {
		t.Fatal(err)
	}
	if s := large.Spectrum; len(s) != 100 || s[0] != 1 || s[9] != 0.5 || s[10] != 0.02 || s[99] != 0.02 {
		t.Errorf("large: spectrum %v", s)
	}
	small, err := LookupProblem("small")
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{1, .75, .5, .2, .2, .2, .2, .2, .2, .2}; !slices.Equal(small.Spectrum, want) {
		t.Errorf("small: spectrum %v, want %v", small.Spectrum, want)
	}
	if _, err := LookupProblem("medium"); err == nil || !strings.Contains(err.Error(), "small, large") {
		t.Errorf("error %v does not list the problems", err)
	}
}

// BenchmarkNext is one stimulus of the paper's large problem, scaled to other
// sizes.
func BenchmarkNext(b *testing.B) {
	for _, size := range []struct{ n, k int }{{10, 3}, {100, 10}, {1000, 50}, {10000, 100}} {
		b.Run(fmt.Sprintf("%dx%d", size.n, size.k), func(b *testing.B) {
			g, err := NewGaussian(scaledLarge(size.n, size.k), 1, 0)
			if err != nil {
				b.Fatal(err)
			}
			x := make([]float64, size.n)
			for b.Loop() {
				g.Next(x)
			}
		})
	}
}

// scaledLarge is the spectrum of the paper's large problem with N inputs and K
// outputs.
func scaledLarge(n, k int) []float64 {
	spectrum := make([]float64, n)
	for i := range spectrum {
		spectrum[i] = 0.02
		if i < k {
			spectrum[i] = 1 - float64(i)/float64(2*(k-1))
		}
	}
	return spectrum
}
