package kernel_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/numerics/kernel"
)

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
