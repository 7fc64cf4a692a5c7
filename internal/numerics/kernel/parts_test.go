package kernel_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/numerics/kernel"
)

// exactly returns a sum in real arithmetic, with enough bits that sums of products of numbers below 5 lose nothing.
func exactly(terms ...float64) *big.Float {
	sum := new(big.Float).SetPrec(2300)
	for _, v := range terms {
		sum.Add(sum, new(big.Float).SetFloat64(v))
	}
	return sum
}

// lastDigit returns the unit in the last place of v.
func lastDigit(v float64) float64 {
	v = math.Abs(v)
	return math.Nextafter(v, math.Inf(1)) - v
}

// drawNumber draws a number of any size that leaves room for products: often a
// power of two or next to one, often subnormal or 0.
func drawNumber(t *rapid.T, label string) float64 {
	exponent := rapid.OneOf(rapid.IntRange(-3, 3), rapid.IntRange(-110, 110), rapid.IntRange(-1074, 400)).Draw(t, label+" exponent")
	digits := rapid.OneOf(
		rapid.SampledFrom([]float64{0, 1, 1 - 0x1p-53, 1 + 0x1p-52, 1.5, 2 - 0x1p-52}),
		rapid.Custom(func(t *rapid.T) float64 { return 1 + float64(rapid.Uint64Range(0, 1<<52-1).Draw(t, "digits"))*0x1p-52 }),
	).Draw(t, label)
	if rapid.Bool().Draw(t, label+" < 0") {
		digits = -digits
	}
	return math.Ldexp(digits, exponent)
}

// drawKept draws what a decay leaves of w, by all keeps, sane and not.
func drawKept(t *rapid.T, w float64) float64 {
	keep := rapid.OneOf(
		rapid.Float64Range(0.5, 2), rapid.Float64Range(-1, 0.5), rapid.Float64Range(-30, 30),
		rapid.Custom(func(t *rapid.T) float64 { return 0x1p-53 * rapid.Float64Range(-2, 2).Draw(t, "last digits") }),
		rapid.SampledFrom([]float64{-1, 0, 0.5, math.Nextafter(0.5, 0), 1 - 0x1p-53, 1, 1 + 0x1p-52, 2, 0x1p-60}),
	).Draw(t, "keep")
	return keep * w
}

// drawDrives draws two drives: any, or such that their product is near what w is, or
// near the last digit of that.
func drawDrives(t *rapid.T, w float64) (u, v float64) {
	u = drawNumber(t, "u")
	if near := drawNumber(t, "v"); w == 0 || u == 0 || rapid.Bool().Draw(t, "any") {
		return u, near
	}
	at := rapid.SampledFrom([]float64{-w, -w / 2, w, lastDigit(w), lastDigit(w) / 2, -lastDigit(w) / 2, w * 0x1p53, w * 0x1p52, -w * 0x1p54}).Draw(t, "near")
	if v = at / u * (1 + float64(rapid.IntRange(-3, 3).Draw(t, "off"))*0x1p-52); v-v != 0 {
		return u, 1
	}
	return u, v
}

// The parts add up to the change in real arithmetic as long as −1 ≤ kept/w ≤ 2, and
// they are what they are called.
func TestPartsAddUpExactly(t *testing.T) {
	met := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		for range 300 {
			w := drawNumber(t, "w")
			kept := drawKept(t, w)
			u, v := drawDrives(t, w)
			product, changed := float64(u*v), math.FMA(u, v, kept)
			hebbian, decay, rounding := kernel.Parts(w, kept, product, changed)
			ratio := kept / w
			if w == 0 {
				ratio = 1
			}
			left := exactly(w, decay, hebbian, rounding, -changed)
			if decay != kept-w {
				t.Fatalf("decay %v, want %v", decay, kept-w)
			}
			if left.Sign() == 0 {
				met["exact"]++
			}
			if ratio < -1 || ratio > 2 {
				met["no decay"]++
				if miss, _ := left.Float64(); math.Abs(miss) > lastDigit(rounding) {
					t.Fatalf("w %v, kept %v, %v·%v: off by %v, rounding %v", w, kept, u, v, miss, rounding)
				}
				continue
			}
			if left.Sign() != 0 {
				t.Fatalf("w %v, kept %v, %v·%v: parts %v, %v, %v leave %v of the change to %v", w, kept, u, v, hebbian, decay, rounding, left, changed)
			}
			switch {
			case hebbian == product:
				met["product"]++
			case math.Abs(kept) < lastDigit(product)/2:
				met["neighbour"]++
				if hebbian != math.Nextafter(product, hebbian) {
					t.Fatalf("w %v, kept %v: hebbian %v is no neighbour of the product %v", w, kept, hebbian, product)
				}
			case ratio < 0.5:
				met["cut"]++
				if lost := math.Abs(hebbian - product); lost > lastDigit(w)+lastDigit(product) {
					t.Fatalf("w %v, kept %v: hebbian %v of the product %v", w, kept, hebbian, product)
				}
			default:
				t.Fatalf("w %v, kept %v: hebbian %v, product %v", w, kept, hebbian, product)
			}
			// Half a last digit each of the change, the product and the decay, and twice
			// that of the product where hebbian is its neighbour.
			if bound := (lastDigit(changed) + 3*lastDigit(product) + lastDigit(decay)) / 2; math.Abs(rounding) > bound {
				t.Fatalf("w %v, kept %v, product %v: rounding %v, at most %v", w, kept, product, rounding, bound)
			}
		}
	})
	t.Log(met)
	for _, what := range []string{"exact", "no decay", "product", "neighbour", "cut"} {
		if met[what] == 0 {
			t.Errorf("no draw: %s", what)
		}
	}
}

// What is left of a change is left exactly if it is a number, whatever is taken away.
func TestLeftIsWhatIsLeft(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 50 {
			w, changed := drawNumber(t, "w"), drawNumber(t, "changed")
			hebbian, decay := drawNumber(t, "hebbian"), drawNumber(t, "decay")
			left, rest := kernel.Left(w, changed, hebbian, decay)
			exact := exactly(changed, -w, -hebbian, -decay)
			if rounded, accuracy := exact.Float64(); (rest == 0) != (accuracy == big.Exact) || math.Abs(rounded-left) > lastDigit(rounded) {
				t.Fatalf("%v left and %v, want %v", left, rest, exact)
			}
		}
	})
}

// A kept part far below the product tips the sum over to the product's neighbour: no
// number is left then that would make up for the product as it is rounded.
func TestPartsWhereTheProductIsNotRoundedToNearest(t *testing.T) {
	u, v := 1+0x1p-52, 1+0x1p-1-0x1p-52 // u·v = 1.5 + 2⁻⁵³ − 2⁻¹⁰⁴: just below the middle
	kept := 0x1p-80 * (1 + 0x1p-52)
	product, changed := float64(u*v), math.FMA(u, v, kept)
	if changed == product {
		t.Fatal("the kept part does not tip the sum over")
	}
	if _, rest := kernel.Left(kept, changed, product, 0); rest == 0 {
		t.Fatal("what is left is a number")
	}
	if hebbian, decay, rounding := kernel.Parts(kept, kept, product, changed); hebbian != changed || decay != 0 || rounding != -kept {
		t.Errorf("parts %v, %v, %v", hebbian, decay, rounding)
	}
}

// Nothing keeps Parts from returning.
func TestPartsOfOverflowingChanges(t *testing.T) {
	numbers := []float64{0, 1, -1e308, math.MaxFloat64, -math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN()}
	for _, w := range numbers {
		for _, kept := range numbers {
			for _, product := range numbers {
				for _, changed := range numbers {
					kernel.Parts(w, kept, product, changed)
				}
			}
		}
	}
}

// What a phase makes of a weight before a rule does, and the parts of the rule, add up
// to the change in real arithmetic, however far the weight moves, even through zero.
// Hebbian is then the sum of itself, of the rounding and of what was lost, rounded: it goes
// wrong by these two and half a last digit at most.
func TestPartsBeforePartsAddUp(t *testing.T) {
	joined := 0
	rapid.Check(t, func(t *rapid.T) {
		for range 300 { // one in a few hundred loses something
			number := rapid.Custom(func(t *rapid.T) float64 {
				digits := rapid.Float64Range(1, 2).Draw(t, "digits")
				if rapid.Bool().Draw(t, "negative") {
					digits = -digits
				}
				return math.Ldexp(digits, rapid.IntRange(-40, 0).Draw(t, "exponent"))
			})
			before, u, v := number.Draw(t, "before"), number.Draw(t, "u"), number.Draw(t, "v")
			keep := rapid.SampledFrom([]float64{1, 1, 0.9, 0.5}).Draw(t, "keep")
			w, part, lost, bound := before, 0.0, 0.0, 0.0
			for range rapid.IntRange(1, 2).Draw(t, "moves") {
				from := w
				w = rapid.OneOf(number, rapid.Just(-w), rapid.Just(w*(1+0x1p-30)), rapid.Just(w/3)).Draw(t, "w")
				sum, l := kernel.Moved(part, from, w)
				part, lost, bound = sum, lost+l, bound+(lastDigit(sum)+lastDigit(w-from))/2
			}
			if w/before >= 0.5 && w/before <= 2 && part == w-before && lost != 0 {
				t.Fatalf("from %v to %v lost %v", before, w, lost)
			}
			kept, changed := kernel.Changed(w, keep, 0, 0), kernel.Changed(w, keep, u, v)
			hebbian, decay, rounding := kernel.Parts(w, kept, float64(u*v), changed)
			h, r := kernel.Join(hebbian, rounding, lost)
			if lost == 0 && (h != hebbian || r != rounding) {
				t.Fatalf("nothing was lost, and %v, %v became %v, %v", hebbian, rounding, h, r)
			}
			if math.Abs(h-hebbian) > bound+math.Abs(rounding)+lastDigit(h)/2 {
				t.Fatalf("hebbian %v became %v beside a part of %v", hebbian, h, part)
			}
			if h != hebbian {
				joined++
			}
			if left := exactly(before, part, decay, h, r, -changed); left.Sign() != 0 {
				t.Fatalf("%v → %v → %v: %v, %v, %v, %v leave %v", before, w, changed, part, decay, h, r, left)
			}
		}
	})
	if joined == 0 {
		t.Error("no Hebbian part took what was lost")
	}
}
