package theory

import "math"

// LargestStableTau returns τ_c, the τ below which the fixed point is linearly stable: 0 if it is
// stable for no τ, +Inf if for every one (a single output). It says nothing of the flow far from the
// fixed point, which can go on oscillating at smaller τ: see TauShare.
//
// A pair with c_0 > 0 loses its stability where c_2 c_1 = c_0 with c_1, c_2 > 0, that is, in u = 1/τ,
// at the larger root of
//
//	(r u − d)(e u − d) = c u,   u² − (p + q + s) u + p q = 0,   p = d/r, q = d/e, s = c/(r e)
//
// since the parabola opens upwards and is not positive at the larger of p and q. Its discriminant is
// (p − q)² + s (s + 2p + 2q), a sum that does not cancel. In a cascade it is a square, and
// τ = (φ_i² + aκ)/(1 − a).
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
		least = min(least, pair.parameters.largestTau(worst))
	}
	return least, nil
}

// largestTau returns the τ below which the stability of the pair is no worse than that.
func (q pairParameters) largestTau(worst Stability) float64 {
	if q.c < 0 || q.c == 0 && worst == Stable || !(q.e > 0) {
		return 0
	}
	if q.ordered {
		return q.a * q.r / (1 - q.a)
	}
	first, second, coupling := q.d/q.r, q.d/q.e, q.c/q.r/q.e
	sum := first + second + coupling
	return 2 / (sum + math.Sqrt((first-second)*(first-second)+coupling*(coupling+2*(first+second))))
}
