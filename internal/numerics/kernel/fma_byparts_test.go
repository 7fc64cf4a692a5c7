package kernel

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/testkit/long"
)

// equalBits compares a fused operation with math.FMA. Of what is not a number only that counts.
func equalBits(t interface{ Fatalf(string, ...any) }, a, b, c float64) {
	got, want := fusedByParts(a, b, c), math.FMA(a, b, c)
	if math.Float64bits(got) != math.Float64bits(want) && !(math.IsNaN(got) && math.IsNaN(want)) {
		t.Fatalf("%x·%x + %x is %x, and math.FMA returns %x", a, b, c, got, want)
	}
}

// operands are three numbers of all sizes, of which the third is often near the product of the others, so that most
// digits cancel, or far below it, at a tie of rounding.
func operands(r *rand.Rand) (a, b, c float64) {
	number := func() float64 {
		switch r.IntN(8) {
		case 0:
			return math.Float64frombits(r.Uint64()) // all of them: subnormal, infinite, not a number
		case 1:
			return math.Ldexp(float64(r.IntN(64)-32), r.IntN(2098)-1074)
		}
		return math.Ldexp(r.Float64()*2-1, r.IntN(40)-20)
	}
	a, b, c = number(), number(), number()
	switch p := a * b; r.IntN(6) {
	case 0:
		c = -p
	case 1:
		c = math.Float64frombits(math.Float64bits(-p) + r.Uint64N(9) - 4)
	case 2:
		c = math.Ldexp(p, r.IntN(240)-120)
	case 3: // few digits, so that the exact sum is often half-way between two numbers
		few := func(v float64) float64 { return math.Float64frombits(math.Float64bits(v) &^ (1<<(20+r.IntN(30)) - 1)) }
		a, b, c = few(a), few(b), math.Ldexp(few(c), r.IntN(120)-60)
	}
	return a, b, c
}

func TestFusedByParts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range long.Or(1_000_000, 100_000_000) {
		a, b, c := operands(r)
		equalBits(t, a, b, c)
	}
	special := []float64{0, math.Copysign(0, -1), 1, -1, 0x1p-1074, -0x1p-1074, 0x1p-1022, math.MaxFloat64, -math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN(), smallest, largest, 0x1p-480, 0x1.fffffffffffffp-481, 0x1p495, 1 + 0x1p-52, 1 - 0x1p-53}
	for _, a := range special {
		for _, b := range special {
			for _, c := range special {
				equalBits(t, a, b, c)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		equalBits(t, rapid.Float64().Draw(t, "a"), rapid.Float64().Draw(t, "b"), rapid.Float64().Draw(t, "c"))
	})
}

func FuzzFusedByParts(f *testing.F) {
	f.Add(1.0, 2.0, 3.0)
	f.Add(1+0x1p-52, 1-0x1p-53, -1.0)
	f.Add(0x1p-537, 0x1p-537, 0x1p-1074)
	f.Fuzz(func(t *testing.T, a, b, c float64) { equalBits(t, a, b, c) })
}
