package kernel

import "math"

// SinCosDegrees returns the sine and the cosine of a finite angle in degrees, with
// the same bits everywhere and to about one unit in the last place for angles
// below 2⁵² degrees: an angle in degrees is brought into its octant exactly, so
// that multiples of 90 degrees give exactly 0 and ±1. (math.Sin and math.Cos are
// fused on some machines.)
func SinCosDegrees(degrees float64) (sin, cos float64) {
	const (
		radianHigh = 0x1.1df46a2529d39p-06 // π/180 = radianHigh + radianLow
		radianLow  = 0x1.5c1d8becdd291p-62
	)
	quarters := math.Floor(fma(degrees, 1.0/90, 0.5))
	rest := fma(-90, quarters, degrees) // within ±45
	x := float64(rest * radianHigh)
	tail := fma(rest, radianLow, fma(rest, radianHigh, -x))
	s, c := sinOctant(x, tail), cosOctant(x, tail)
	switch quarters - 4*math.Floor(quarters/4) {
	case 1:
		return c, 0 - s
	case 2:
		return 0 - s, -c
	case 3:
		return -c, s
	}
	return s, c
}

// sinOctant returns sin(x + tail) for |x| ≤ π/4 and a tail below the last place of
// x, by the polynomial of FreeBSD's k_sin.c.
func sinOctant(x, tail float64) float64 {
	const (
		s1 = -1.66666666666666324348e-01
		s2 = 8.33333333332248946124e-03
		s3 = -1.98412698298579493134e-04
		s4 = 2.75573137070700676789e-06
		s5 = -2.50507602534068634195e-08
		s6 = 1.58969099521155010221e-10
	)
	square := x * x
	cube := float64(square * x)
	poly := fma(square, fma(square, fma(square, fma(square, s6, s5), s4), s3), s2)
	small := fma(square, fma(-cube, poly, float64(0.5*tail)), -tail)
	return x - fma(-cube, s1, small)
}

// cosOctant returns cos(x + tail) likewise, by the polynomial of k_cos.c.
func cosOctant(x, tail float64) float64 {
	const (
		c1 = 4.16666666666666019037e-02
		c2 = -1.38888888888741095749e-03
		c3 = 2.48015872894767294178e-05
		c4 = -2.75573143513906633035e-07
		c5 = 2.08757232129817482790e-09
		c6 = -1.13596475577881948265e-11
	)
	square := x * x
	poly := square * fma(square, fma(square, fma(square, fma(square, fma(square, c6, c5), c4), c3), c2), c1)
	half := float64(0.5 * square)
	near := 1 - half
	return near + (((1 - near) - half) + fma(square, poly, -float64(x*tail)))
}
