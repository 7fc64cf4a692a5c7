package kernel

import "math"

// fusedByParts returns the fused a·b + c, rounded once, to the bits of math.FMA, where a processor has no such
// instruction and math.FMA computes with whole numbers, which takes three times as long. The product and the sums are
// each a number and its error; the two errors are added with rounding to odd, so that the last addition, which rounds
// to nearest, rounds as if it saw all their digits (Boldo and Melquiond, IEEE Transactions on Computers 57, 2008).
func fusedByParts(a, b, c float64) float64 {
	product := float64(a * b)
	if size := math.Abs(product); !(size > smallest && size < largest && math.Abs(a) < largest && math.Abs(b) < largest && math.Abs(c) < largest) {
		return math.FMA(a, b, c) // an error may be too small for a number, or a sum too large, or it is no number
	}
	aHigh, aLow := split(a)
	bHigh, bLow := split(b)
	rest := float64(aLow*bLow) - (((product - float64(aHigh*bHigh)) - float64(aLow*bHigh)) - float64(aHigh*bLow))
	low, lowest := addExactly(c, rest)
	sum, lower := addExactly(product, low)
	return sum + addToOdd(lowest, lower)
}

// The range in which the errors of products and sums are numbers themselves, with some room.
const (
	smallest = 0x1p-960
	largest  = 0x1p990
)

// split returns the upper and the lower half of the digits of a number, whose products are exact.
func split(a float64) (high, low float64) {
	const both = 1<<27 + 1
	scaled := float64(both * a)
	high = scaled - (scaled - a)
	return high, a - high
}

// addExactly returns a + b and its rounding error.
func addExactly(a, b float64) (sum, rest float64) {
	sum = a + b
	part := sum - a
	return sum, (a - (sum - part)) + (b - part)
}

// addToOdd returns a + b if that is a number, and else the one of its two neighbours whose last digit is 1.
func addToOdd(a, b float64) float64 {
	sum, rest := addExactly(a, b)
	if rest == 0 {
		return sum
	}
	bits := math.Float64bits(sum)
	if bits&1 == 0 {
		if (rest > 0) == (sum > 0) {
			bits++
		} else {
			bits--
		}
	}
	return math.Float64frombits(bits)
}
