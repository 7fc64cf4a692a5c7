package kernel

import "math"

// Parts splits the change of a weight from w by a factored rule, as Changed and
// Rescaled make it: first to kept, what the decay leaves, and then to changed, by
// the fused product of the drives, which product is once it is rounded. Then
//
//	w + decay + hebbian + rounding = changed
//
// in real arithmetic, as long as −1 ≤ kept/w ≤ 2 and nothing overflows:
//
//   - decay is kept − w, rounded. For ½ ≤ kept/w ≤ 2 it needs no rounding (Sterbenz),
//     and w + decay is kept; for −1 ≤ kept/w ≤ ½ it may, and w + decay needs none
//     (Sterbenz again, for decay lies between −2w and −w/2).
//   - hebbian is product, and rounding what is left: minus the error of the product,
//     plus that of the fused addition, plus that of decay.
//   - What is left may need more digits than a number has. With ½ ≤ kept/w that takes
//     a kept part below half a last digit of the product, which alone tips the sum
//     over to the product's neighbour; then hebbian is that neighbour (changed −
//     kept, rounded) and rounding the error of that difference, which always is a
//     number. With kept/w < ½ it may also take a sum whose last digits are far below
//     those of w; then hebbian leaves them out, at most a last digit of w and one of
//     its own.
//
// If kept is not between −w and 2w, three numbers may not be enough, and rounding may be
// rounded itself. Such a rule is not a decay: without drives the weight grows without bound.
func Parts(w, kept, product, changed float64) (hebbian, decay, rounding float64) {
	hebbian, decay = product, kept-w
	rounding, rest := Left(w, changed, hebbian, decay)
	if rest == 0 {
		return hebbian, decay, rounding
	}
	for _, other := range [...]float64{product + rest, changed - (w + decay)} {
		if r, rest := Left(w, changed, other, decay); rest == 0 {
			return other, decay, r
		}
	}
	return hebbian, decay, rounding
}

// Moved adds w − before to a part of a change. It returns the sum, rounded, and the rounding
// error, which is 0 if part is 0 and w/before between ½ and 2 (Sterbenz).
func Moved(part, before, w float64) (sum, lost float64) {
	moved, e1 := twoSum(w, -before)
	sum, e2 := twoSum(part, moved)
	return sum, e1 + e2
}

// Join returns parts whose sum is hebbian + rounding + lost. It adds lost to rounding, if that
// is exact. Otherwise hebbian is the whole sum, rounded, and rounding its error. That is
// exact unless the weight was some 2⁵³ times smaller than its change, and not 0: then
// rounding is rounded.
func Join(hebbian, rounding, lost float64) (h, r float64) {
	r, rest := twoSum(rounding, lost)
	if rest == 0 {
		return hebbian, r
	}
	return distilled([4]float64{hebbian, rounding, lost})
}

// Clipped returns the parts of a change after which the weight was w and became 0: rounding takes −w.
// Where that needs more digits than a number has, the last ones go to hebbian or to decay. Then the
// sum of the three is that of before less w, exactly; if neither can take them, rounding is rounded.
func Clipped(hebbian, decay, rounding, w float64) (h, d, r float64) {
	r, rest := twoSum(rounding, -w)
	if h, left := twoSum(hebbian, rest); left == 0 {
		return h, decay, r
	}
	if d, left := twoSum(decay, rest); left == 0 {
		return hebbian, d, r
	}
	return hebbian, decay, r
}

// Left returns changed − w − hebbian − decay, rounded, and the rounding error, itself
// rounded. The error is 0 if the result is exact and nothing overflows.
func Left(w, changed, hebbian, decay float64) (left, rest float64) {
	kept, e1 := twoSum(w, decay)
	gained, e2 := twoSum(changed, -kept)
	left, e3 := twoSum(gained, -hebbian)
	if e1 == 0 && e2 == 0 && e3 == 0 {
		return left, 0
	}
	return distilled([4]float64{left, e3, e2, -e1})
}

// distilled returns the sum of v, rounded, and the rounding error. It replaces two
// neighbours by their rounded sum and its error, in passes over v, until none changes: then
// each is at most half a last digit of the one before.
func distilled(v [4]float64) (sum, rest float64) {
	for changed := true; changed; {
		before := v
		for i := len(v) - 1; i > 0; i-- {
			v[i-1], v[i] = twoSum(v[i-1], v[i])
		}
		changed = v != before && !math.IsNaN(v[0])
	}
	return v[0], v[1]
}

// twoSum returns a + b, rounded, and the error, which is a float64 (Knuth).
func twoSum(a, b float64) (sum, err float64) {
	sum = a + b
	c := sum - a
	return sum, (a - (sum - c)) + (b - c)
}
