package stimulus

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/numerics/kernel"
	"twophase/internal/testkit/long"
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
	long.SkipShort(t)
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
	long.SkipShort(t)
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

// TestCorrelationStartsStationary begins a correlation in mid-run: over many trials
// the stimuli after it have the variance v that they had, and those k steps apart
// the covariance ρᵏ·v. A mean square of n normals of variance v has the standard
// deviation v·√(2/n), a mean product of two of correlation r that of v·√((1+r²)/n).
func TestCorrelationStartsStationary(t *testing.T) {
	long.SkipShort(t)
	const trials, rho, v = 10_000, 0.9, 2.0
	sums := map[string]float64{}
	for trial := range uint64(trials) {
		c := newChangingGaussian(t, []float64{v, v, v}, 0, 1, trial)
		read(t, c, 3)
		x := read(t, c, 1) // number 4
		apply(t, c, Correlate{rho})
		x = append(x, read(t, c, 3)...)
		apply(t, c, Correlate{0})
		x = append(x, read(t, c, 1)...) // number 8
		for name, pair := range map[string][2]int{"4,4": {0, 0}, "5,5": {1, 1}, "7,7": {3, 3}, "4,5": {0, 1}, "4,7": {0, 3}, "7,8": {3, 4}} {
			sums[name] += kernel.Dot(x[pair[0]], x[pair[1]])
		}
	}
	const n = 3 * trials
	for name, r := range map[string]float64{"4,4": 1, "5,5": 1, "7,7": 1, "4,5": rho, "4,7": rho * rho * rho, "7,8": 0} {
		if d := math.Abs(sums[name]/n-r*v) / (v * math.Sqrt((1+r*r)/n)); d > 4.5 {
			t.Errorf("E[x_s x_t] at %s is %g, want %g: %.1f sigma off", name, sums[name]/n, r*v, d)
		}
	}
}

// TestCorrelationKeepsMean correlates independent stimuli x ~ N(μ, v): their mean
// has the variance v(1+ρ)/(1−ρ)/T then, and their mean square about μ that of
// 2v²(1+ρ²)/(1−ρ²)/T.
func TestCorrelationKeepsMean(t *testing.T) {
	const samples, rho, v = 100_000, 0.8, 0.5
	g, err := NewGaussian([]float64{v, v, v}, 8, 0)
	if err != nil {
		t.Fatal(err)
	}
	mean := []float64{3, -4, 0}
	source := Affine(g, []float64{-3, 4, 0}, 1).(Seekable)
	c, err := NewChangingFile(source, Subspace{Basis: []float64{1, 0, 0}, Mean: mean}, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	apply(t, c, Correlate{rho})
	read(t, c, 20)
	apply(t, c, Rotate{90}) // the mean turns as well: (1, 0, 0) becomes some (0, a, b)
	stimuli := read(t, c, samples)
	turned := mustBasis(t, c, 1)
	var sums, squares [3]float64
	for _, x := range stimuli {
		for i, xi := range x {
			sums[i] += xi / samples
		}
	}
	want := 3.0
	if d := math.Abs(kernel.Dot(sums[:], turned)-want) / math.Sqrt(v*(1+rho)/(1-rho)/samples); d > 4.5 {
		t.Errorf("mean %v, %g along the direction that turned, want %g: %.1f sigma off", sums, kernel.Dot(sums[:], turned), want, d)
	}
	for _, x := range stimuli {
		for i, xi := range x {
			squares[i] += (xi - sums[i]) * (xi - sums[i]) / samples
		}
	}
	for i, got := range squares {
		if d := math.Abs(got-v) / math.Sqrt(2*v*v*(1+rho*rho)/(1-rho*rho)/samples); d > 4.5 {
			t.Errorf("variance of input %d is %g, want %g: %.1f sigma off", i, got, v, d)
		}
	}
	if length := math.Sqrt(kernel.Dot(sums[:], sums[:])); math.Abs(length-5) > 0.05 {
		t.Errorf("a mean of length %g, want 5", length)
	}
}
