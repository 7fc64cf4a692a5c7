package theory

import (
	"math"
	"math/cmplx"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Real roots that are far apart keep all their digits, the smallest too.
func TestCubicRootsKeepTheirDigits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var x [3]float64
		for i, name := range []string{"slow", "middle", "fast"} {
			x[i] = -math.Pow(10, float64(3*i-6)+rapid.Float64Range(0, 1.5).Draw(t, name))
			if rapid.Bool().Draw(t, name+" grows") {
				x[i] = -x[i]
			}
		}
		c := [3]float64{-x[0] * x[1] * x[2], x[0]*x[1] + x[1]*x[2] + x[2]*x[0], -(x[0] + x[1] + x[2])}
		got := cubicRoots(c)
		slices.SortFunc(got[:], func(a, b complex128) int { return int(math.Copysign(1, cmplx.Abs(a)-cmplx.Abs(b))) })
		for i, want := range x {
			if imag(got[i]) != 0 || math.Abs(real(got[i])-want) > 1e-14*math.Abs(want) {
				t.Errorf("root %v, want %v", got[i], want)
			}
		}
	})
}

func TestCubicRootsOfDegeneratePolynomials(t *testing.T) {
	for _, c := range []struct {
		polynomial [3]float64
		roots      [3]complex128
	}{
		{[3]float64{0, 0, 0}, [3]complex128{}},
		{[3]float64{0, 0, 2}, [3]complex128{0, 0, -2}},
		{[3]float64{0, 4, 0}, [3]complex128{0, 2i, -2i}},
		{[3]float64{0, 2, 3}, [3]complex128{0, -1, -2}},
		{[3]float64{1, 3, 3}, [3]complex128{-1, -1, -1}},
		{[3]float64{2, 2, 1}, [3]complex128{complex(-1, 0), 0 + 1.4142135623730951i, -1.4142135623730951i}},
		{[3]float64{-8, 0, 0}, [3]complex128{2, complex(-1, math.Sqrt(3)), complex(-1, -math.Sqrt(3))}},
	} {
		got := cubicRoots(c.polynomial)
		slices.SortFunc(got[:], slowestFirst)
		slices.SortFunc(c.roots[:], slowestFirst)
		for i, want := range c.roots {
			if cmplx.Abs(got[i]-want) > 1e-15 {
				t.Errorf("roots of %v are %v, want %v", c.polynomial, got, c.roots)
				break
			}
		}
	}
}
