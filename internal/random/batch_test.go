package random

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestBatchIsOneByOne compares the assembly with plain Go, bit by bit, and looks
// at what stands behind the numbers.
func TestBatchIsOneByOne(t *testing.T) {
	if !assembly {
		t.Skip("the assembly is not in use")
	}
	const guard, behind = 1e300, 8 // what stands behind the normals
	check := func(t rapid.TB, s Stream, step uint64, n int) {
		t.Helper()
		got, want := make([]float64, n+behind), make([]float64, n)
		for i := range behind {
			got[n+i] = guard
		}
		s.normalsBatch(got[:n], step)
		s.normalsReference(want, step)
		for i, z := range want {
			if math.Float64bits(got[i]) != math.Float64bits(z) {
				t.Fatalf("normal %d of %d is %v, want %v", i, n, got[i], z)
			}
		}
		for i, v := range got[n:] {
			if v != guard {
				t.Fatalf("number %d behind %d normals has become %v", i, n, v)
			}
		}
	}
	// Every length up to a few batches, and so each word outside the
	// accepted part in each place of a batch.
	for n := range 800 {
		check(t, New(1, 2, "lengths"), uint64(n), n)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := New(rapid.Uint64().Draw(t, "seed"), rapid.Uint64().Draw(t, "trial"), "batch")
		check(t, s, rapid.Uint64().Draw(t, "step"), rapid.IntRange(0, 3000).Draw(t, "n"))
	})
}

// TestChordIsNearTheCurve: between the ends of a wedge its chord is as near to the curve as
// edgeNormal takes it to be, so that what it decides by the chord is what the curve would.
func TestChordIsNearTheCurve(t *testing.T) {
	const points = 64
	for layer := 1; layer < layers; layer++ {
		rise, width := height[layer+1]-height[layer], edge[layer]-edge[layer+1]
		for i := range points + 1 {
			x := edge[layer] - width*float64(i)/points
			chord := height[layer] + (edge[layer]-x)/width*rise
			if off, most := math.Abs(chord-exp(-0.5*x*x)), width*width/8+rounding/2; !(off <= most) {
				t.Fatalf("layer %d: at %v the chord is off by %v, more than %v", layer, x, off, most)
			}
		}
	}
}
