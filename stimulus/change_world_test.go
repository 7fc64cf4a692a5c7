package stimulus

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/numerics/kernel"
	"twophase/internal/testkit/long"
	"twophase/stimulus/covariance"
)

// cosines returns the matrix A = UᵀV Vᵀ U [k×k] of two orthonormal bases [N×k], the
// eigenvalues of which are the squared cosines of the principal angles.
func cosines(u, v []float64, k int) []float64 {
	a := make([]float64, k*k)
	for i := range k {
		for j := range k {
			for l := range k {
				a[i*k+j] += kernel.Dot(column(u, k, i), column(v, k, l)) * kernel.Dot(column(u, k, j), column(v, k, l))
			}
		}
	}
	return a
}

// checkAngles checks that m of the k principal angles are the given one and the
// others 0: A has the eigenvalues c = cos² only, m times, and 1, so that
// (A − c)(A − 1) = 0 and the trace of A is m·c + k − m.
func checkAngles(t rapid.TB, u, v []float64, k, m int, degrees float64) {
	t.Helper()
	a, trace := cosines(u, v, k), 0.0
	cos := math.Cos(degrees * math.Pi / 180)
	for i := range k {
		trace += a[i*k+i]
		for j := range k {
			sum := 0.0
			for l := range k {
				left, right := a[i*k+l], a[l*k+j]
				if i == l {
					left -= cos * cos
				}
				if l == j {
					right--
				}
				sum += left * right
			}
			if math.Abs(sum) > 1e-13 {
				t.Fatalf("principal angles are others than 0 and %v degrees: (A − cos²)(A − 1) has an entry %g", degrees, sum)
			}
		}
	}
	if want := float64(m)*cos*cos + float64(k-m); math.Abs(trace-want) > 1e-13*float64(k) {
		t.Fatalf("the squared cosines of the principal angles add up to %v, want %v: %d angles of %v degrees", trace, want, m, degrees)
	}
}

func mustBasis(t rapid.TB, c *Changing, k int) []float64 {
	t.Helper()
	basis, err := c.Basis(k)
	if err != nil {
		t.Fatal(err)
	}
	return basis
}

// A rotation turns the subspace by exactly its angle, again and again, and each
// time elsewhere; a drift by the angle that has come together.
func TestRotationAngles(t *testing.T) {
	long.SkipShort(t)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "n")
		k := rapid.IntRange(1, n-1).Draw(t, "k")
		m := min(k, n-k)
		spectrum := make([]float64, n)
		for i := range spectrum {
			spectrum[i] = float64(n - i)
		}
		c := newChangingGaussian(t, spectrum, k, rapid.Uint64().Draw(t, "seed"), 0)
		degrees := rapid.Float64Range(0, 90)
		for range 3 {
			before, angle := mustBasis(t, c, k), degrees.Draw(t, "degrees")
			apply(t, c, Rotate{angle})
			checkAngles(t, before, mustBasis(t, c, k), k, m, angle)
		}
		before := mustBasis(t, c, k)
		rate := rapid.Float64Range(-1, 1).Draw(t, "rate")
		apply(t, c, Drift{rate})
		steps := rapid.IntRange(0, 90).Draw(t, "steps")
		read(t, c, steps)
		checkAngles(t, before, mustBasis(t, c, k), k, m, rate*float64(steps))

		// A rotation on the way turns what has drifted, which drifts on from there.
		here, angle := mustBasis(t, c, k), degrees.Draw(t, "degrees on the way")
		apply(t, c, Rotate{angle})
		there := mustBasis(t, c, k)
		checkAngles(t, here, there, k, m, angle)
		read(t, c, 7)
		checkAngles(t, there, mustBasis(t, c, k), k, m, 7*rate)
		apply(t, c, Drift{0})
		end := mustBasis(t, c, k)
		read(t, c, 5)
		if !slices.Equal(mustBasis(t, c, k), end) {
			t.Fatal("the drift goes on after its end")
		}
		checkEigen(t, c, k)
	})
}

// checkEigen checks that the basis consists of eigenvectors of the covariance.
func checkEigen(t rapid.TB, c *Changing, k int) {
	t.Helper()
	basis, g, spectrum := mustBasis(t, c, k), c.Covariance(), c.Spectrum()
	for j := range k {
		u := column(basis, k, j)
		for i := range u {
			if got, want := kernel.Dot(g.Row(i), u), spectrum[j]*u[i]; math.Abs(got-want) > 1e-12*spectrum[0] {
				t.Fatalf("(G u_%d)_%d is %g, want %g", j, i, got, want)
			}
		}
	}
}

// TestPlanesAreNew: two rotations by 90 degrees do not bring the subspace back, as
// they would in the same planes.
func TestPlanesAreNew(t *testing.T) {
	c := newChangingGaussian(t, large().Spectrum, 10, 1, 0)
	before := mustBasis(t, c, 10)
	apply(t, c, Rotate{90}, Rotate{90})
	trace := 0.0
	for i, a := range cosines(before, mustBasis(t, c, 10), 10) {
		if i%11 == 0 {
			trace += a
		}
	}
	if trace > 5 { // 10·10/90 is expected of random directions of the complement
		t.Errorf("after two rotations the squared cosines add up to %v of 10", trace)
	}
}

// TestChangingCovariance compares the second moments of stimuli under changes with
// the mean of the covariances that Covariance promises. The mean of independent
// x_i x_j has the variance Σ_t (g_ii g_jj + g_ij²)/T² for Gaussian stimuli, with
// g that of stimulus t.
func TestChangingCovariance(t *testing.T) {
	long.SkipShort(t)
	const samples = 30_000
	spectrum := []float64{3, 2, 0.5, 0.3, 0.2, 0.2, 0.2}
	n := len(spectrum)
	for name, changes := range map[string][]Change{
		"rotate":   {Rotate{60}},
		"drift":    {Drift{0.002}}, // 60 degrees by the end
		"spectrum": {Rotate{20}, Spectrum{[]float64{4, 4, 4, 3, 2, 1, 0}}},
		"noise":    {Noise{0.7}},
		"all":      {Drift{-0.01}, Noise{0.3}, Rotate{80}, Spectrum{[]float64{2, 1, 0}}},
	} {
		c := newChangingGaussian(t, spectrum, 2, 3, 1)
		original := c.Covariance()
		apply(t, c, changes...)
		sum, want, variance := covariance.New(n), covariance.New(n), make([]float64, n*n)
		x := make([]float64, n)
		for range samples {
			c.Next(x)
			g := c.Covariance()
			for i := range n {
				kernel.Axpy(sum.Row(i), x[i]/samples, x)
				kernel.Axpy(want.Row(i), 1.0/samples, g.Row(i))
				for j := range n {
					variance[i*n+j] += (g.At(i, i)*g.At(j, j) + g.At(i, j)*g.At(i, j)) / samples / samples
				}
			}
		}
		moved := 0.0 // how far the covariance is from what it was, in sigma
		for i := range n {
			for j := range n {
				sigma := math.Sqrt(variance[i*n+j])
				if d := math.Abs(sum.At(i, j)-want.At(i, j)) / sigma; d > 4.5 {
					t.Errorf("%s: moment %d,%d is %g, want %g: %.1f sigma off", name, i, j, sum.At(i, j), want.At(i, j), d)
				}
				moved = max(moved, math.Abs(sum.At(i, j)-original.At(i, j))/sigma)
			}
		}
		if moved < 20 {
			t.Errorf("%s: the covariance has moved by no more than %.1f sigma", name, moved)
		}
	}
}

// TestNoiseIsFresh: noise is not correlated where the stimulus is. The moment at
// lag k of a Gaussian process with E[x_t x_{t+d}ᵀ] = R(d) has the variance
// (1/T) Σ_d (R_ii(d) R_jj(d) + R_ij(d+k) R_ij(d−k)), here with R(d) = ρ^|d| G, and
// the noise on top at d = 0.
func TestNoiseIsFresh(t *testing.T) {
	const samples, rho, size = 100_000, 0.8, 0.9
	c := newChangingGaussian(t, []float64{2, 1, 0.5}, 0, 5, 0)
	g := c.Covariance()
	apply(t, c, Noise{size})
	read(t, c, 10)
	apply(t, c, Correlate{rho})
	all := read(t, c, samples+1)
	autocovariance := func(i, j, d int) float64 {
		r := math.Pow(rho, math.Abs(float64(d))) * g.At(i, j)
		if d == 0 && i == j {
			r += size * size
		}
		return r
	}
	for lag := range 2 {
		for i := range 3 {
			for j := range 3 {
				sum, variance := 0.0, 0.0
				for s := range samples {
					sum += all[s][i] * all[s+lag][j] / samples
				}
				for d := -200; d <= 200; d++ {
					variance += (autocovariance(i, i, d)*autocovariance(j, j, d) + autocovariance(i, j, d+lag)*autocovariance(i, j, d-lag)) / samples
				}
				if d := math.Abs(sum-autocovariance(i, j, lag)) / math.Sqrt(variance); d > 4.5 {
					t.Errorf("moment %d,%d at lag %d is %g, want %g: %.1f sigma off", i, j, lag, sum, autocovariance(i, j, lag), d)
				}
			}
		}
	}
}

// TestTurnedFileIsTurnedGaussian: without a floor a Gaussian stimulus lies in its
// directions, so that turning these or the stimulus itself is the same but for
// rounding, whatever else happens.
func TestTurnedFileIsTurnedGaussian(t *testing.T) {
	spectrum := []float64{4, 3, 2, 1, 0, 0, 0}
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		folded := newChangingGaussian(t, spectrum, 2, seed, 0)
		g, err := NewGaussian(spectrum, seed, 0)
		if err != nil {
			t.Fatal(err)
		}
		turned, err := NewChangingFile(g, Subspace{Basis: mustBasis(t, folded, 2)}, seed, 0)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 6).Draw(t, "changes") {
			change := drawChange(false).Draw(t, "change")
			apply(t, folded, change)
			apply(t, turned, change)
			for range rapid.IntRange(0, 4).Draw(t, "steps") {
				got, want := read(t, turned, 1)[0], read(t, folded, 1)[0]
				for i := range got {
					if math.Abs(got[i]-want[i]) > 1e-12 {
						t.Fatalf("stimulus %d is %v, want %v", turned.Step(), got, want)
					}
				}
			}
			got, want := mustBasis(t, turned, 2), mustBasis(t, folded, 2)
			for i := range got {
				if math.Abs(got[i]-want[i]) > 1e-12 {
					t.Fatalf("basis %v, want %v", got, want)
				}
			}
		}
	})
}

// TestChangingGolden pins the bits of stimuli under all changes.
func TestChangingGolden(t *testing.T) {
	for name, c := range map[string]struct {
		stimuli *Changing
		want    uint64
	}{
		"gaussian": {newChangingGaussian(t, large().Spectrum, 10, 1, 2), 0xc440c5c8f87569e4},
		"file":     {newChangingFile(t, sevenColumns(50), 1), 0x818ebf8595651456},
	} {
		h := fnv.New64a()
		changes := []Change{Rotate{30}, Drift{0.7}, Noise{0.01}, Correlate{0.5}, Rotate{77}, Correlate{0}, Drift{-0.1}}
		if name == "gaussian" {
			changes = append(changes, Spectrum{[]float64{3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 0.9, 0.8, 0.1}})
		}
		for _, change := range changes {
			apply(t, c.stimuli, change)
			for _, x := range read(t, c.stimuli, 100) {
				binary.Write(h, binary.LittleEndian, x)
			}
		}
		if got := h.Sum64(); got != c.want {
			t.Errorf("%s: %d stimuli hash to %#x, want %#x", name, c.stimuli.Step(), got, c.want)
		}
	}
}

// What a correlation remembers turns with the stimuli: those of two dimensions lie
// in the turned plane at once.
func TestMemoryTurns(t *testing.T) {
	c := newChangingGaussian(t, []float64{2, 1, 0, 0, 0}, 2, 1, 0)
	apply(t, c, Correlate{0.99})
	for _, change := range []Change{Rotate{60}, Drift{5}, Rotate{30}, Drift{0}, Rotate{70}} {
		read(t, c, 3)
		apply(t, c, change)
		for range 3 {
			x := read(t, c, 1)[0]
			basis := mustBasis(t, c, 2)
			kernel.Orthogonalize(x, [][]float64{column(basis, 2, 0), column(basis, 2, 1)})
			if length := kernel.Dot(x, x); length > 1e-28 {
				t.Errorf("after %v: a squared length %g outside the plane", change, length)
			}
		}
	}
}
