package kernel_test

import (
	"math"
	"testing"

	"twophase/internal/numerics/kernel"
)

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
