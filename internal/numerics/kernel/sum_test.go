package kernel_test

import (
	"math"
	"math/big"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"twophase/internal/numerics/kernel"
)

// finite draws a finite number, often one that arithmetic handles specially.
func finite() *rapid.Generator[float64] {
	return rapid.OneOf(
		rapid.Float64Range(-4, 4),
		rapid.SampledFrom([]float64{
			0, math.Copysign(0, -1), 1, -1, 1 + 0x1p-52,
			math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, // subnormal
			0x1p-1022, -0x1p-1022, 0x1p-537, -0x1p-538, // squares that underflow
			0x1p512, -0x1p511, math.MaxFloat64, -math.MaxFloat64, // squares that overflow
		}),
		rapid.Custom(func(t *rapid.T) float64 {
			fraction := rapid.Uint64Range(0, 1<<52-1).Draw(t, "subnormal")
			sign := rapid.Uint64Range(0, 1).Draw(t, "sign")
			return math.Float64frombits(sign<<63 | fraction)
		}),
	)
}

func vector(t *rapid.T, name string, n int) []float64 {
	return rapid.SliceOfN(finite(), n, n).Draw(t, name)
}

// same reports whether two results have the same bits. Which NaN comes out is
// the machine's choice.
func same(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || math.IsNaN(a) && math.IsNaN(b)
}

// A term of weight zero may be added or left out: the bits are those of Dot.
func TestSumIsDot(t *testing.T) {
	for n := range 71 {
		rapid.Check(t, func(t *rapid.T) {
			a, b := vector(t, "a", n), vector(t, "b", n)
			for i := range a {
				if rapid.IntRange(0, 3).Draw(t, "absent") == 0 {
					a[i] = 0
				}
			}
			var all, sparse kernel.Sum
			for i := range a {
				all.Add(i, a[i], b[i])
				if a[i] != 0 {
					sparse.Add(i, a[i], b[i])
				}
			}
			dot := kernel.Dot(a, b)
			if !same(all.Total(), dot) || !same(sparse.Total(), dot) {
				t.Fatalf("n = %d: Dot %x, Sum %x, without terms of weight zero %x", n, dot, all.Total(), sparse.Total())
			}
			if dot == 0 && math.Signbit(dot) {
				t.Fatal("Dot is a negative zero")
			}
		})
	}
}

// With m = ⌈n/4⌉ fused additions a lane, each rounded once, and two levels of
// additions at the end, every product passes through at most m + 2 roundings:
//
//	|Dot − Σ a_i b_i| ≤ γ_{m+2} Σ|a_i b_i| + n·2⁻¹⁰⁷⁵,   γ_k = k·u/(1 − k·u), u = 2⁻⁵³,
//
// where the last term is what fused additions that end up subnormal can lose.
func TestDotErrorBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 70).Draw(t, "n")
		element := finite().Filter(func(v float64) bool { return math.Abs(v) < 5 })
		a := rapid.SliceOfN(element, n, n).Draw(t, "a")
		b := rapid.SliceOfN(element, n, n).Draw(t, "b")

		exact, magnitude := exactly(0), exactly(0)
		for i := range a {
			term := product(a[i], b[i])
			exact.Add(exact, term)
			magnitude.Add(magnitude, term.Abs(term))
		}
		k := float64((n+3)/4 + 2)
		bound := exactly(k * 0x1p-53 / (1 - k*0x1p-53) * (1 + 0x1p-50)) // γ, rounded up
		bound.Mul(bound, magnitude)
		bound.Add(bound, new(big.Float).SetMantExp(exactly(float64(n)), -1075))

		err := exactly(kernel.Dot(a, b))
		err.Sub(err, exact).Abs(err)
		if err.Cmp(bound) > 0 {
			t.Fatalf("error %g above the bound %g", err, bound)
		}
	})
}

func product(a, b float64) *big.Float {
	p := exactly(a)
	return p.Mul(p, exactly(b))
}

// Element i goes to lane i mod 4, and (s0+s1)+(s2+s3) ends the sum: seen where
// another order of the same additions gives another number.
func TestDotOrder(t *testing.T) {
	ones := func(n int) []float64 {
		s := make([]float64, n)
		for i := range s {
			s[i] = 1
		}
		return s
	}
	const big = 0x1p53 // big + 1 = big, big + 2 ≠ big
	for _, test := range []struct {
		name string
		a    []float64
		want float64
	}{
		{"s0+s1 before s2+s3", []float64{big, 0, 1, 1}, big + 2},
		{"s1 joins s0, not s2", []float64{big, 1, 1, 0}, big},
		{"s3 joins s2, not s0", []float64{1, 0, big, 1}, big},
		{"element 4 follows element 0", []float64{1, big, 0, 0, 1}, big + 2},
		{"element 7 follows element 3", []float64{0, 0, big, 1, 0, 0, 0, 1}, big + 2},
	} {
		if got := kernel.Dot(test.a, ones(len(test.a))); got != test.want {
			t.Errorf("%s: %.0f, want %.0f", test.name, got, test.want)
		}
	}
	// Every lane underflows to a negative zero; an empty sum has a positive one.
	down := []float64{-0x1p-600, -0x1p-600, -0x1p-600, -0x1p-600}
	if got := kernel.Dot(down, []float64{0x1p-600, 0x1p-600, 0x1p-600, 0x1p-600}); math.Float64bits(got) != 0 {
		t.Errorf("underflow gives %v with bits %#x", got, math.Float64bits(got))
	}
	// Fused: the rounding error of x² is what remains of x·x − (x²).
	x := 1 + 0x1p-30
	if got, want := kernel.Dot([]float64{-(x * x), 0, 0, 0, x}, []float64{1, 0, 0, 0, x}), 0x1p-60; got != want {
		t.Errorf("x·x − x² = %g, want %g: the products are rounded", got, want)
	}
}

func TestDotOfDifferentLengthsPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	kernel.Dot(make([]float64, 4), make([]float64, 5))
}

// Keep rounds 1 − p·q once. Changed rounds keep·w once and then its sum with
// the exact product of the drives once. Both commute in the endpoints.
func TestChangedRoundsAsPromised(t *testing.T) {
	moderate := finite().Filter(func(v float64) bool { return math.Abs(v) < 5 })
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) float64 { return moderate.Draw(t, name) }
		w, p, q, d, e := draw("w"), draw("post decay"), draw("pre decay"), draw("post drive"), draw("pre drive")

		exact := exactly(1)
		keep := round(exact.Sub(exact, product(p, q)))
		if got := kernel.Keep(p, q); got != keep {
			t.Fatalf("Keep(%x, %x) = %x, want %x", p, q, got, keep)
		}
		exact = exactly(round(product(keep, w)))
		changed := round(exact.Add(exact, product(d, e)))
		if got := kernel.Changed(w, keep, d, e); got != changed {
			t.Fatalf("Changed(%x, %x, %x, %x) = %x, want %x", w, keep, d, e, got, changed)
		}
		if kernel.Keep(q, p) != keep || kernel.Changed(w, keep, e, d) != changed {
			t.Fatal("the endpoints do not commute")
		}
	})
}

// round returns the nearest float64, ties to even, subnormals included.
func round(v *big.Float) float64 {
	nearest, _ := v.Float64()
	return nearest
}

func TestFiniteAndMaxAbs(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, test := range []struct {
		x      []float64
		finite bool
		maxAbs float64
	}{
		{nil, true, 0},
		{[]float64{0, math.Copysign(0, -1)}, true, 0},
		{[]float64{1, -3, 2}, true, 3},
		{[]float64{-math.MaxFloat64, 1}, true, math.MaxFloat64},
		{[]float64{math.SmallestNonzeroFloat64}, true, math.SmallestNonzeroFloat64},
		{[]float64{1, inf, 2}, false, inf},
		{[]float64{1, -inf}, false, inf},
		{[]float64{nan, 1}, false, nan},
		{[]float64{1, nan}, false, nan},
		{[]float64{inf, nan, 1}, false, nan},
		{[]float64{nan, -inf}, false, nan},
	} {
		if got := kernel.Finite(test.x); got != test.finite {
			t.Errorf("Finite(%v) = %v", test.x, got)
		}
		if got := kernel.MaxAbs(test.x); !same(got, test.maxAbs) {
			t.Errorf("MaxAbs(%v) = %v, want %v", test.x, got, test.maxAbs)
		}
	}
}

func TestStrideIsWholeCacheLines(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 8, 7: 8, 8: 8, 9: 16, 16: 16, 17: 24, 1000: 1000, 1001: 1008} {
		if got := kernel.Stride(n); got != want {
			t.Errorf("Stride(%d) = %d, want %d", n, got, want)
		}
	}
}

// Allocations of all sizes, kept alive, fall on all offsets that the allocator
// has; each slice begins a cache line and cannot grow into what lies behind it.
func TestAlignedBeginsACacheLine(t *testing.T) {
	var kept [][]float64
	for n := range 200 {
		for range 3 {
			s := kernel.Aligned(n)
			kept = append(kept, s)
			if len(s) != n || cap(s) != n {
				t.Fatalf("Aligned(%d) has length %d, capacity %d", n, len(s), cap(s))
			}
			if n == 0 {
				continue
			}
			if at := uintptr(unsafe.Pointer(&s[0])); at%64 != 0 {
				t.Fatalf("Aligned(%d) begins %d bytes into a cache line", n, at%64)
			}
			for i, v := range s {
				if v != 0 {
					t.Fatalf("Aligned(%d)[%d] = %v", n, i, v)
				}
			}
		}
	}
	_ = kept
}
