package random

import "math"

// ln2High + ln2Low is ln 2; the low bits of ln2High are zero, so that k·ln2High
// is exact for small integers k.
const (
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
)

// exp returns eˣ for |x| ≤ 700 to about one unit in the last place, with the
// same bits everywhere: the reduction and the rational approximation of
// FreeBSD's e_exp.c. (math.Exp is assembly on some machines.)
func exp(x float64) float64 {
	const (
		p1 = 1.66666666666666657415e-01
		p2 = -2.77777777770155933842e-03
		p3 = 6.61375632143793436117e-05
		p4 = -1.65339022054652515390e-06
		p5 = 4.13813679705723846039e-08
	)
	// x = k·ln 2 + r with |r| ≤ ln 2 / 2, r = high − low.
	k := math.Floor(math.FMA(x, 1/math.Ln2, 0.5))
	high := math.FMA(-k, ln2High, x)
	low := float64(k * ln2Low)
	r := high - low
	square := r * r
	poly := math.FMA(square, math.FMA(square, math.FMA(square, math.FMA(square, p5, p4), p3), p2), p1)
	c := math.FMA(-square, poly, r)
	fraction := float64(r*c) / (2 - c)
	// 2ᵏ is a normal number, and so is the result: the product is exact.
	power := math.Float64frombits(uint64(1023+int64(k)) << 52)
	return power * (1 - ((low - fraction) - high))
}

// log returns the natural logarithm of a finite x > 0 to about one unit in the
// last place, with the same bits everywhere: FreeBSD's e_log.c.
func log(x float64) float64 {
	const (
		l1 = 6.666666666666735130e-01
		l2 = 3.999999999940941908e-01
		l3 = 2.857142874366239149e-01
		l4 = 2.222219843214978396e-01
		l5 = 1.818357216161805012e-01
		l6 = 1.531383769920937332e-01
		l7 = 1.479819860511658591e-01
	)
	// x = 2ᵏ·(1+f) with √½ ≤ 1+f < √2.
	fraction, exponent := math.Frexp(x)
	if fraction < math.Sqrt2/2 {
		fraction *= 2
		exponent--
	}
	f, k := fraction-1, float64(exponent)
	s := f / (2 + f)
	s2 := s * s
	s4 := s2 * s2
	odd := float64(s2 * math.FMA(s4, math.FMA(s4, math.FMA(s4, l7, l5), l3), l1))
	even := float64(s4 * math.FMA(s4, math.FMA(s4, l6, l4), l2))
	half := float64(0.5 * f * f)
	small := math.FMA(s, half+(odd+even), float64(k*ln2Low))
	return float64(k*ln2High) - ((half - small) - f)
}
