package random

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// draw returns n normals as steps of 1000.
func draw(s Stream, n int) []float64 {
	z := make([]float64, n)
	for i := 0; i < n; i += 1000 {
		s.Normals(z[i:min(i+1000, n)], uint64(i/1000))
	}
	return z
}

// below4Sigma fails the test if a statistic is improbably far from what is
// expected of it.
func below4Sigma(t *testing.T, what string, got, want, sigma float64) {
	t.Helper()
	if d := math.Abs(got-want) / sigma; !(d < 4) {
		t.Errorf("%s is %g, want %g ± %g: %.1f sigma off", what, got, want, sigma, d)
	}
}

func TestMoments(t *testing.T) {
	const n = 4_000_000
	var sum [5]float64
	for _, z := range draw(New(7, 0, "moments"), n) {
		power := 1.0
		for k := 1; k < len(sum); k++ {
			power *= z
			sum[k] += power
		}
	}
	// The moments of a normal are 0, 1, 0, 3; the variances of zᵏ are
	// 1, 3−1, 15, 105−9.
	below4Sigma(t, "mean", sum[1]/n, 0, math.Sqrt(1./n))
	below4Sigma(t, "mean square", sum[2]/n, 1, math.Sqrt(2./n))
	below4Sigma(t, "mean cube", sum[3]/n, 0, math.Sqrt(15./n))
	below4Sigma(t, "mean fourth power", sum[4]/n, 3, math.Sqrt(96./n))
}

// TestDistribution is the Kolmogorov–Smirnov test against the normal
// distribution function; 1.95 is exceeded with a probability of 0.1 %.
func TestDistribution(t *testing.T) {
	const n = 2_000_000
	z := draw(New(8, 0, "distribution"), n)
	slices.Sort(z)
	worst := 0.0
	for i, v := range z {
		p := math.Erfc(-v/math.Sqrt2) / 2
		worst = max(worst, p-float64(i)/n, float64(i+1)/n-p)
	}
	if worst*math.Sqrt(n) > 1.95 {
		t.Errorf("Kolmogorov–Smirnov distance %g times √n is %g, want less than 1.95", worst, worst*math.Sqrt(n))
	}
}

// TestLayers counts the normals between neighbouring edges of the ziggurat and
// in several pieces of both tails: a fault in one layer, in a wedge or in the
// tail shows here.
func TestLayers(t *testing.T) {
	const n = 5_000_000
	bounds := slices.Clone(edge[1:])
	slices.Reverse(bounds)
	bounds = append(bounds, edge[1]+0.1, edge[1]+0.2, edge[1]+0.4, edge[1]+0.7, math.Inf(1))
	counts := make([]float64, 2*len(bounds))
	for _, z := range draw(New(9, 0, "layers"), n) {
		bin, _ := slices.BinarySearch(bounds, math.Abs(z))
		if math.Signbit(z) {
			bin += len(bounds)
		}
		counts[bin]++
	}
	chi2, bins := 0.0, 0
	for i := 1; i < len(bounds); i++ {
		want := n * (math.Erfc(bounds[i-1]/math.Sqrt2) - math.Erfc(bounds[i]/math.Sqrt2)) / 2
		for _, got := range []float64{counts[i], counts[i+len(bounds)]} {
			chi2 += (got - want) * (got - want) / want
			bins++
		}
	}
	below4Sigma(t, fmt.Sprintf("chi-square of %d bins", bins), chi2, float64(bins-1), math.Sqrt(2*float64(bins-1)))
}

// TestIndependence correlates the normals, and their squares, of streams and
// steps that differ in one part of the key only.
func TestIndependence(t *testing.T) {
	const n = 500_000
	z := make([]float64, n)
	New(1, 0, "stimulus").Normals(z, 5)
	for _, other := range []struct {
		name   string
		stream Stream
		step   uint64
	}{
		{"next step", New(1, 0, "stimulus"), 6},
		{"far step", New(1, 0, "stimulus"), 5 + 1<<40},
		{"next trial", New(1, 1, "stimulus"), 5},
		{"next seed", New(2, 0, "stimulus"), 5},
		{"seed and trial exchanged", New(0, 1, "stimulus"), 5},
		{"another purpose", New(1, 0, "rotation"), 5},
		{"one letter more", New(1, 0, "stimuluss"), 5},
	} {
		y := make([]float64, n)
		other.stream.Normals(y, other.step)
		for lag := range 3 {
			correlate(t, fmt.Sprintf("%s, lag %d", other.name, lag), z[:n-lag], y[lag:])
		}
	}
	for _, lag := range []int{1, 2, 3, 4, 8, 255, 256, 257} {
		correlate(t, fmt.Sprintf("same step, lag %d", lag), z[:n-lag], z[lag:])
	}
}

func correlate(t *testing.T, what string, a, b []float64) {
	t.Helper()
	var linear, squares float64
	for i := range a {
		linear += a[i] * b[i]
		squares += (a[i]*a[i] - 1) * (b[i]*b[i] - 1)
	}
	n := float64(len(a))
	below4Sigma(t, what+": correlation", linear/n, 0, 1/math.Sqrt(n))
	below4Sigma(t, what+": correlation of squares", squares/n, 0, 2/math.Sqrt(n))
}

// TestStepsAreIndependent correlates element i over consecutive steps, which is
// how a network sees them.
func TestStepsAreIndependent(t *testing.T) {
	const steps = 300_000
	s := New(3, 0, "steps")
	var previous, z [3]float64
	var sum [3][3]float64
	s.Normals(previous[:], 0)
	for step := uint64(1); step <= steps; step++ {
		s.Normals(z[:], step)
		for i := range z {
			for j := range z {
				sum[i][j] += previous[i] * z[j]
			}
		}
		previous = z
	}
	for i := range z {
		for j := range z {
			below4Sigma(t, fmt.Sprintf("element %d with %d one step later", i, j), sum[i][j]/steps, 0, 1/math.Sqrt(steps))
		}
	}
}

// TestMix checks that flipping any bit of a word flips half of the result's.
func TestMix(t *testing.T) {
	const n = 2000
	words := New(4, 0, "mix").words(0)
	for bit := range 64 {
		var flips [64]float64
		for range n {
			w := words.next()
			changed := mix(w) ^ mix(w^1<<bit)
			for b := range flips {
				flips[b] += float64(changed >> b & 1)
			}
		}
		for b, f := range flips {
			if d := math.Abs(f-n/2) / math.Sqrt(n/4); d > 5 {
				t.Errorf("bit %d flips bit %d in %g of %d words", bit, b, f, n)
			}
		}
	}
}

func TestPermutationIsUniform(t *testing.T) {
	const n, draws = 4, 240_000
	s := New(5, 0, "permutation")
	counts := map[[n]int]float64{}
	for step := range uint64(draws) {
		counts[[n]int(s.Permutation(n, step))]++
	}
	const all = 24
	if len(counts) != all {
		t.Fatalf("%d different permutations of %d, want %d", len(counts), n, all)
	}
	chi2 := 0.0
	for _, c := range counts {
		chi2 += (c - draws/all) * (c - draws/all) / (draws / all)
	}
	below4Sigma(t, "chi-square of the permutations", chi2, all-1, math.Sqrt(2*(all-1)))
}

func TestPermutationHoldsEveryNumberOnce(t *testing.T) {
	for n := range 50 {
		p := New(6, 0, "permutation").Permutation(n, 1)
		slices.Sort(p)
		for i, v := range p {
			if i != v {
				t.Fatalf("permutation of %d misses %d", n, i)
			}
		}
	}
}

// TestBelow checks bounded integers where a naive remainder would be visibly
// biased: 3·2⁶² makes one third of the words favour small numbers.
func TestBelow(t *testing.T) {
	const bound, draws = 3 << 62, 200_000
	words := New(10, 0, "below").words(0)
	low := 0.0
	for range draws {
		if words.below(bound) < bound/3 {
			low++
		}
	}
	below4Sigma(t, "share of the lowest third", low/draws, 1./3, math.Sqrt(2./9/draws))
}

// Events happen as often as their probability says, at the ends always or never, and
// a shorter draw is a prefix of a longer one.
func TestChances(t *testing.T) {
	const n = 200_000
	events, prefix := make([]bool, n), make([]bool, 100)
	for _, p := range []float64{0, 0x1p-60, 0.01, 0.3, 0.5, 0.99, 1} {
		s := New(3, 1, "chances")
		s.Chances(events, p, 7)
		s.Chances(prefix, p, 7)
		count := 0.0
		for _, happens := range events {
			if happens {
				count++
			}
		}
		if bound := 5 * math.Sqrt(p*(1-p)/n); math.Abs(count/n-p) > bound {
			t.Errorf("of probability %v: %v, want within %v", p, count/n, bound)
		}
		if !slices.Equal(prefix, events[:100]) {
			t.Errorf("of probability %v: a shorter draw is not a prefix", p)
		}
	}
}
