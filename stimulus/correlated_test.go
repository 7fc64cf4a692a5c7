package stimulus

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func newCorrelated(tb testing.TB, spectrum []float64, rho float64, seed, trial uint64) *Changing {
	tb.Helper()
	c, err := NewCorrelated(spectrum, rho, seed, trial)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// TestCorrelatedMoments compares the second moments at lags 0, 1, 3 and 10 with
// ρ^lag·G. With a = ρ², the variance of (1/T) Σ_t x_{t,i} x_{t+k,j} is, for a
// Gaussian process of autocorrelation ρ^|d| and by Isserlis' theorem,
//
//	(1/T) Σ_d (g_ii g_jj ρ^{2|d|} + g_ij² ρ^{|d+k|+|d−k|}),
//
// of which the sums are (1+a)/(1−a) and (2k+1)·aᵏ + 2a^{k+1}/(1−a).
func TestCorrelatedMoments(t *testing.T) {
	const samples = 200_000
	spectrum := []float64{1, 0.75, 0.5, 0.2, 0.2}
	n := len(spectrum)
	for _, rho := range []float64{0, 0.5, 0.95} {
		c := newCorrelated(t, spectrum, rho, 7, 3)
		g := c.Covariance()
		x := make([][]float64, samples+10)
		for i := range x {
			x[i] = make([]float64, n)
			c.Next(x[i])
		}
		a := rho * rho
		for _, lag := range []int{0, 1, 3, 10} {
			k := float64(lag)
			cross := math.Pow(a, k)*(2*k+1) + 2*math.Pow(a, k+1)/(1-a)
			for i := range n {
				for j := range n {
					sum := 0.0
					for s := range samples {
						sum += x[s][i] * x[s+lag][j]
					}
					got, want := sum/samples, math.Pow(rho, k)*g.At(i, j)
					sigma := math.Sqrt((g.At(i, i)*g.At(j, j)*(1+a)/(1-a) + g.At(i, j)*g.At(i, j)*cross) / samples)
					if d := math.Abs(got-want) / sigma; d > 4.5 {
						t.Errorf("ρ = %v, lag %d: moment %d,%d is %g, want %g: %.1f sigma off", rho, lag, i, j, got, want, d)
					}
				}
			}
		}
	}
}

// TestCorrelatedGolden pins the bits of the stimuli.
func TestCorrelatedGolden(t *testing.T) {
	c := newCorrelated(t, large().Spectrum, 0.99, 1, 2)
	h := fnv.New64a()
	x := make([]float64, c.Inputs())
	for range 1000 {
		c.Next(x)
		binary.Write(h, binary.LittleEndian, x)
	}
	if got, want := h.Sum64(), uint64(0x183dac1692d89557); got != want {
		t.Errorf("1000 stimuli hash to %#x, want %#x", got, want)
	}
}

// TestCorrelatedStartsStationary looks at the first stimulus and the fifth over
// many trials: a process that starts at rest would have the variance
// (1 − ρ^{2t})·G there. A mean square of n normals of variance v has the
// standard deviation v·√(2/n).
func TestCorrelatedStartsStationary(t *testing.T) {
	const trials, rho = 20_000, 0.95
	spectrum := []float64{2, 2, 2}
	var first, fifth float64
	x := make([]float64, len(spectrum))
	for trial := range uint64(trials) {
		c := newCorrelated(t, spectrum, rho, 1, trial)
		for step := 1; step <= 5; step++ {
			c.Next(x)
			for _, v := range x {
				switch step {
				case 1:
					first += v * v
				case 5:
					fifth += v * v
				}
			}
		}
	}
	m := float64(trials * len(spectrum))
	for name, sum := range map[string]float64{"first": first, "fifth": fifth} {
		if d := math.Abs(sum/m-2) / (2 * math.Sqrt(2/m)); d > 4.5 {
			t.Errorf("variance of the %s stimulus %g, want 2: %.1f sigma off", name, sum/m, d)
		}
	}
}

// Without correlation it is the Gaussian source, to the bit.
func TestUncorrelatedIsGaussian(t *testing.T) {
	p := small()
	g, err := NewGaussian(p.Spectrum, 5, 2)
	if err != nil {
		t.Fatal(err)
	}
	c := newCorrelated(t, p.Spectrum, 0, 5, 2)
	got, want := make([]float64, p.Inputs), make([]float64, p.Inputs)
	for step := range 100 {
		c.Next(got)
		g.Next(want)
		if !slices.Equal(got, want) {
			t.Fatalf("stimulus %d is %v, want %v", step+1, got, want)
		}
	}
}

func TestCorrelatedSeek(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rho := rapid.Float64Range(0, 0.999).Draw(t, "rho")
		c, err := NewCorrelated([]float64{2, 1, 0.5}, rho, rapid.Uint64().Draw(t, "seed"), 0)
		if err != nil {
			t.Fatal(err)
		}
		checkSeek(t, c, rapid.IntRange(0, 30).Draw(t, "step"))
	})
}

func TestCorrelatedErrors(t *testing.T) {
	for _, rho := range []float64{-0.1, 1, math.NaN(), math.Inf(1)} {
		if _, err := NewCorrelated([]float64{1}, rho, 1, 0); err == nil || !strings.Contains(err.Error(), "from 0 to below 1") {
			t.Errorf("ρ = %v: error %v does not say what is allowed", rho, err)
		}
	}
	if _, err := NewCorrelated(nil, 0.5, 1, 0); err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("error %v does not say that the spectrum is empty", err)
	}
}

func TestCorrelatedNextDoesNotAllocate(t *testing.T) {
	c := newCorrelated(t, small().Spectrum, 0.9, 1, 0)
	x := make([]float64, c.Inputs())
	if n := testing.AllocsPerRun(100, func() { c.Next(x) }); n != 0 {
		t.Errorf("%v allocations per stimulus, want none", n)
	}
}
