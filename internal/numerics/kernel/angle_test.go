package kernel

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// TestSinCosDegrees compares with Taylor series in numbers of 300 bits.
func TestSinCosDegrees(t *testing.T) {
	check := func(t rapid.TB, degrees float64) {
		sin, cos := SinCosDegrees(degrees)
		wantSin, wantCos := bigSinCos(degrees)
		for name, pair := range map[string][2]float64{"sine": {sin, wantSin}, "cosine": {cos, wantCos}} {
			got, want := pair[0], pair[1]
			if ulp := math.Nextafter(math.Abs(want), 2) - math.Abs(want); math.Abs(got-want) > ulp {
				t.Errorf("the %s of %v degrees is %v, want %v", name, degrees, got, want)
			}
		}
	}
	for _, degrees := range []float64{0, 1e-300, 1e-9, 30, 44.999999, 45, 45.000001, 60, 89.99999999, 100, 359, 1e6 + 0.1, 1 << 51} {
		check(t, degrees)
		check(t, -degrees)
	}
	rapid.Check(t, func(t *rapid.T) { check(t, rapid.Float64Range(-1e7, 1e7).Draw(t, "degrees")) })
}

// bigSinCos returns the nearest numbers to the sine and cosine of an angle.
func bigSinCos(degrees float64) (sin, cos float64) {
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(v) }
	angle, _ := number(degrees).Rat(nil)
	turns := new(big.Rat).Quo(angle, big.NewRat(360, 1))
	whole := new(big.Int).Quo(turns.Num(), turns.Denom())
	turns.Sub(turns, new(big.Rat).SetInt(whole)) // in (−1, 1)
	pi, _ := number(0).SetString("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798")
	x := number(0).Mul(number(0).SetRat(turns), number(0).Mul(pi, number(2)))
	term, sums := number(1), [2]*big.Float{number(0), number(0)}
	for k := range 200 {
		if sum := sums[k%2]; k%4 < 2 {
			sum.Add(sum, term)
		} else {
			sum.Sub(sum, term)
		}
		term.Mul(term, x).Quo(term, number(float64(k+1)))
	}
	cos, _ = sums[0].Float64()
	sin, _ = sums[1].Float64()
	if math.Abs(cos) < 1e-60 { // what is left of π's digits
		cos = 0
	}
	if degrees != 0 && math.Abs(sin) < 1e-60 && math.Abs(degrees) > 1 {
		sin = 0
	}
	return sin, cos
}

// TestSinCosQuarters: quarters of a turn are exact, and the functions are odd and
// even.
func TestSinCosQuarters(t *testing.T) {
	for quarter := -9; quarter <= 9; quarter++ {
		sin, cos := SinCosDegrees(90 * float64(quarter))
		i := (quarter + 12) % 4
		if wantSin, wantCos := []float64{0, 1, 0, -1}[i], []float64{1, 0, -1, 0}[i]; sin != wantSin || cos != wantCos {
			t.Errorf("%d degrees: sine %v, cosine %v, want %v, %v", 90*quarter, sin, cos, wantSin, wantCos)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		degrees := rapid.Float64Range(0, 1e5).Draw(t, "degrees")
		sin, cos := SinCosDegrees(degrees)
		if s, c := SinCosDegrees(-degrees); math.Abs(s+sin) > 1e-16 || math.Abs(c-cos) > 2e-16 {
			t.Errorf("at ∓%v degrees: sines %v, %v, cosines %v, %v", degrees, s, sin, c, cos)
		}
		if math.Abs(sin*sin+cos*cos-1) > 4e-16 {
			t.Errorf("at %v degrees: sin² + cos² = 1%+g", degrees, sin*sin+cos*cos-1)
		}
	})
}
