package theory

import (
	"cmp"
	"math"
)

// cubicRoots returns the roots of x³ + c_2 x² + c_1 x + c_0 with finite
// coefficients. Complex ones come as a conjugate couple.
//
// mat.Eigen of the companion matrix would do, but it loses the digits of a slow
// root beside fast ones, which is the one that matters here. A real root x by
// bisection, taken out of the cubic on the side on which nothing cancels (after
// W. Kahan, "To solve a real cubic equation", 1986), keeps them.
func cubicRoots(c [3]float64) [3]complex128 {
	x := realRoot(c)
	if x == 0 {
		r := quadraticRoots(c[1], c[2])
		return [3]complex128{0, r[0], r[1]}
	}
	// z³ + c_2 z² + c_1 z + c_0 = (z − x)(z² + b z + d)
	d := -c[0] / x
	b := x + c[2]
	if size := math.Abs(x); size*max(size, math.Abs(c[2])) > max(math.Abs(d), math.Abs(c[1])) {
		b = (d - c[1]) / x
	}
	r := quadraticRoots(d, b)
	return [3]complex128{complex(x, 0), r[0], r[1]}
}

// realRoot returns a real root to the last bit, or nearly.
func realRoot(c [3]float64) float64 {
	if c[0] == 0 {
		return 0
	}
	value := func(x float64) float64 { return math.FMA(x, math.FMA(x, x+c[2], c[1]), c[0]) }
	// A root has the sign opposite to c_0's, and a modulus below Cauchy's bound.
	low, high := 0.0, 1+math.Max(math.Abs(c[0]), math.Max(math.Abs(c[1]), math.Abs(c[2])))
	sign := -math.Copysign(1, c[0])
	for {
		middle := low + (high-low)/2
		if middle <= low || middle >= high {
			return sign * high
		}
		if v := value(sign * middle); v == 0 {
			return sign * middle
		} else if math.Signbit(v) == math.Signbit(c[0]) {
			low = middle
		} else {
			high = middle
		}
	}
}

// quadraticRoots returns the roots of x² + b x + c.
func quadraticRoots(c, b float64) [2]complex128 {
	half := -b / 2
	discriminant := math.FMA(half, half, -c)
	if discriminant < 0 {
		im := math.Sqrt(-discriminant)
		return [2]complex128{complex(half, im), complex(half, -im)}
	}
	large := half + math.Copysign(math.Sqrt(discriminant), half)
	if large == 0 {
		return [2]complex128{}
	}
	return [2]complex128{complex(c/large, 0), complex(large, 0)}
}

// slowestFirst orders eigenvalues by decreasing real part, then by decreasing
// imaginary part.
func slowestFirst(x, y complex128) int {
	return cmp.Or(cmp.Compare(real(y), real(x)), cmp.Compare(imag(y), imag(x)))
}
