package theory

import "math"

// tauPrecision is the relative precision to which the largest stable τ is found.
const tauPrecision = 1e-12

// LargestStableTau returns the τ below which the fixed point is stable, by
// bisection: 0 if it is stable for no τ, +Inf if for every one (a single output).
//
// There is one such τ. A pair with c_0 > 0 loses its stability where
// c_2 c_1 = c_0 with c_1, c_2 > 0, that is, in u = 1/τ, where
//
//	(r u − d)(e u − d) = c u,  u > d/r, u > d/e
//
// and a parabola that opens upwards and is negative at the larger of d/r and d/e
// has one root beyond it.
func (p FixedPoint) LargestStableTau() (float64, error) { return p.largestTau(Stable) }

// LargestBoundedTau returns the τ below which no small perturbation grows: the largest
// stable τ. Pairs that have the eigenvalue 0 for every τ, as with equal gains, are left
// out.
func (p FixedPoint) LargestBoundedTau() (float64, error) { return p.largestTau(Marginal) }

// largestTau returns the τ below which the stability is no worse than that.
func (p FixedPoint) largestTau(worst Stability) (float64, error) {
	l, err := p.Linearise(1)
	if err != nil {
		return 0, err
	}
	if rate, _, _, ok := l.SlowestOutside(); ok && (rate > 0 || rate == 0 && worst == Stable) {
		return 0, nil
	}
	least := math.Inf(1)
	for _, pair := range l.Pairs {
		least = min(least, pair.parameters.largestTau(least, worst))
	}
	return least, nil
}

// largestTau returns the τ below which the stability of the pair is no worse than that,
// or limit if it is no worse there.
func (q pairParameters) largestTau(limit float64, worst Stability) float64 {
	good := func(tau float64) bool { return hurwitz(q.polynomial(tau)) <= worst }
	if q.c < 0 || q.c == 0 && worst == Stable || !(q.e > 0) {
		return 0
	}
	if good(limit) {
		return limit
	}
	low := 1.
	for !good(low) {
		if low /= 2; low == 0 {
			return 0
		}
	}
	high := 2 * low
	for good(high) {
		low, high = high, 2*high
	}
	for high-low > tauPrecision*high {
		if middle := low + (high-low)/2; good(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}
