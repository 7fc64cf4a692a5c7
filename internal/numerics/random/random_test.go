package random

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestGolden pins the bits: they must not change between machines, versions of
// Go and versions of this package, or old runs can no longer be repeated.
func TestGolden(t *testing.T) {
	normals := make([]float64, 100_000)
	New(1, 2, "golden").Normals(normals, 3)
	h := fnv.New64a()
	for _, z := range normals {
		b := math.Float64bits(z)
		for shift := 0; shift < 64; shift += 8 {
			h.Write([]byte{byte(b >> shift)})
		}
	}
	if got, want := h.Sum64(), uint64(0x0dc5147c273e6fcf); got != want {
		t.Errorf("first 1e5 normals hash to %#x, want %#x", got, want)
	}
	if got, want := New(1, 2, "golden").Permutation(8, 3), []int{0, 6, 5, 7, 1, 2, 4, 3}; !slices.Equal(got, want) {
		t.Errorf("permutation is %v, want %v", got, want)
	}
}

// TestSplitMix64 compares with the published outputs for the start value
// 1234567 (as listed by Rosetta Code).
func TestSplitMix64(t *testing.T) {
	q := sequence{1234567}
	for i, want := range []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423,
		4593380528125082431, 16408922859458223821,
	} {
		if got := q.next(); got != want {
			t.Errorf("word %d is %d, want %d", i, got, want)
		}
	}
}

func TestFNV(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		h := fnv.New64a()
		h.Write([]byte(text))
		if got, want := fnv1a(text), h.Sum64(); got != want {
			t.Fatalf("fnv1a(%q) = %#x, want %#x", text, got, want)
		}
	})
}

func TestShorterDrawIsPrefix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := New(rapid.Uint64().Draw(t, "seed"), rapid.Uint64().Draw(t, "trial"), "prefix")
		step := rapid.Uint64().Draw(t, "step")
		long := make([]float64, rapid.IntRange(0, 2000).Draw(t, "long"))
		short := make([]float64, rapid.IntRange(0, len(long)).Draw(t, "short"))
		s.Normals(long, step)
		s.Normals(short, step)
		if !slices.Equal(short, long[:len(short)]) {
			t.Fatal("a shorter draw is not a prefix of a longer one")
		}
	})
}

func TestNormalsDoNotAllocate(t *testing.T) {
	s, dst, step := New(1, 0, "allocs"), make([]float64, 1000), uint64(0)
	if n := testing.AllocsPerRun(100, func() { s.Normals(dst, step); step++ }); n != 0 {
		t.Errorf("%v allocations per draw, want none", n)
	}
}

// TestExpLog checks the portable functions against math's on the ranges in
// which the package uses them.
func TestExpLog(t *testing.T) {
	ulps := func(got, want float64) float64 {
		return math.Abs(got-want) / (math.Nextafter(math.Abs(want), math.Inf(1)) - math.Abs(want))
	}
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-700, 700).Draw(t, "x")
		if d := ulps(exp(x), math.Exp(x)); d > 2 {
			t.Fatalf("exp(%g) is %g ulp off", x, d)
		}
		u := rapid.Float64Range(0x1p-53, 1e300).Draw(t, "u")
		if d := ulps(log(u), math.Log(u)); d > 2 {
			t.Fatalf("log(%g) is %g ulp off", u, d)
		}
	})
	q := New(1, 0, "explog").words(0)
	for range 100_000 {
		u := q.open01()
		if d := ulps(log(u), math.Log(u)); d > 2 {
			t.Fatalf("log(%g) is %g ulp off", u, d)
		}
		if d := ulps(exp(-8*u), math.Exp(-8*u)); d > 2 {
			t.Fatalf("exp(%g) is %g ulp off", -8*u, d)
		}
	}
}

// TestZigguratHasEqualAreas checks the generated tables against the geometry.
func TestZigguratHasEqualAreas(t *testing.T) {
	want := edge[0] * height[1]
	tail := math.Sqrt(math.Pi/2) * math.Erfc(edge[1]/math.Sqrt2)
	if got := edge[1]*height[1] + tail; math.Abs(got-want) > 1e-15 {
		t.Errorf("base strip and tail have the area %g, want %g", got, want)
	}
	for l := 1; l < layers; l++ {
		if got := edge[l] * (height[l+1] - height[l]); math.Abs(got-want) > 1e-14 {
			t.Errorf("layer %d has the area %.17g, want %.17g", l, got, want)
		}
		if got := math.Exp(-edge[l] * edge[l] / 2); math.Abs(got-height[l]) > 1e-14 {
			t.Errorf("height[%d] is off the curve by %g", l, height[l]-got)
		}
	}
}

// TestParabolasAreNearTheCurve: between the ends of a wedge its parabola is as near to the curve as
// edgeNormal takes it to be, so that what it decides by the parabola is what the curve would.
func TestParabolasAreNearTheCurve(t *testing.T) {
	const points = 64
	for layer := 1; layer < layers; layer++ {
		rise, width := height[layer+1]-height[layer], edge[layer]-edge[layer+1]
		for i := range points + 1 {
			x := edge[layer] - width*float64(i)/points
			curve := (exp(-0.5*x*x) - height[layer]) / rise
			if off, most := math.Abs(wedges[layer].above(x, curve)), wedges[layer].near; !(off <= most/2) {
				t.Fatalf("layer %d: at %v the parabola is off by %v, more than half of %v", layer, x, off, most)
			}
		}
	}
}

func BenchmarkNormals(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s, dst, step := New(1, 0, "benchmark"), make([]float64, n), uint64(0)
			for b.Loop() {
				s.Normals(dst, step)
				step++
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/normal")
		})
	}
}

// TestUniforms checks the mean and the variance, that a draw is a prefix of a longer
// one, and that indices are even.
func TestUniforms(t *testing.T) {
	const n = 100_000
	s := New(1, 2, "uniform")
	u, longer := make([]float64, n), make([]float64, n+1)
	s.Uniforms(u, 3)
	s.Uniforms(longer, 3)
	var sum, squares float64
	for i, v := range u {
		if !(v > 0 && v < 1) || v != longer[i] {
			t.Fatalf("number %d is %v, in a longer draw %v", i, v, longer[i])
		}
		sum += v
		squares += v * v
	}
	mean, variance := sum/n, squares/n-sum/n*sum/n
	if math.Abs(mean-0.5) > 5/math.Sqrt(12*n) || math.Abs(variance-1./12) > 5*math.Sqrt(1./180/n) {
		t.Errorf("mean %v and variance %v", mean, variance)
	}
	index, counts := make([]int, n), make([]int, 7)
	s.Indices(index, 7, 4)
	for _, i := range index {
		counts[i]++
	}
	for i, c := range counts {
		if math.Abs(float64(c)-n/7.) > 5*math.Sqrt(n*6./49) {
			t.Errorf("index %d was drawn %d times", i, c)
		}
	}
}
