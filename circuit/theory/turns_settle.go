package theory

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// A startEnd is where a start ended.
type startEnd struct {
	whole                bool           // it is one of the circuit's own
	state                *LateralState  // nil if it did not settle
	escaped, oscillating int            // 1 if so: M grows without bound; it still changes fast
	passed               []LateralState // unstable states that it came by
	err                  error
}

// settlingTimes are the s at which a flow is looked at, and mostSteps how many steps it may
// take in all. Where not all components are there, it has fewTimes and fewSteps.
var settlingTimes = []float64{30, 60, 120, 250, 500, 1000, 2000}

const (
	fewTimes  = 4
	mostSteps = 40000
	fewSteps  = 8000
)

// From the time surelySettled on, what changes more slowly than slowSpeed is on its way along slow
// directions, and Newton's method may go as far as it likes: its first steps follow the flow. What
// changes faster than fastSpeed at the last two looks oscillates.
const (
	surelySettled = 250
	slowSpeed     = 3e-3
	fastSpeed     = 1e-2
)

// The M of a network without lateral decay escapes if it is larger than farAway, in units of the largest
// eigenvalue, and has grown by the factor runaway since the last look, at half the time.
const (
	farAway = 10
	runaway = 1.3
)

// settle lets the flow run from z until it is at a fixed point that is not unstable to it.
func (f *turnsFlow) settle(z []float64) (end startEnd) {
	before, steps, size, fast := 0., 0, 0., false
	times, most := settlingTimes, mostSteps
	if f.n < f.k {
		times, most = times[:fewTimes], fewSteps
	}
	for _, s := range times {
		taken, ok := f.run(z, s-before, most-steps)
		if steps += taken; !ok {
			return end
		}
		before = s
		speed, grown := f.speed(z), largest(z[f.k*f.n:])
		if f.decays == 0 && grown > farAway && grown > runaway*size {
			end.escaped = 1
			return end
		}
		size, end.oscillating = grown, 0
		if fast && speed > fastSpeed {
			end.oscillating = 1
		}
		fast = speed > fastSpeed
		far, close := 0.2, rounding
		if s >= surelySettled && speed < slowSpeed {
			far, close = math.Inf(1), nearlyEqual
		}
		near, point := f.reduced(f.aligned(z, close))
		if near == nil {
			continue
		}
		if !near.polish(point, far) || near.rankLost(point) {
			continue
		}
		state, err := near.state(point)
		if err != nil {
			return startEnd{err: err}
		}
		ordering := s >= surelySettled && state.isWanted(f.k)                           // all is found, and what is left is slow
		if ordering || state.Traps() || near.n == f.n && state.Within <= marginalRate { // what is left out of f does not count
			end.state = &state
			return end
		}
		if !state.isWanted(f.k) {
			end.passed = append(end.passed, state)
		}
		for i := range f.k { // what has all but vanished would take long to come back
			for c := near.n; c < f.n; c++ {
				z[i*f.n+c] += 1e-4 * f.g[c] * float64(1-2*((i*c+i/2)%2))
			}
		}
	}
	return end
}

// speed returns how fast z moves, relative to its largest number: over spans that are not both a
// period of one oscillation. What the integrator's own errors add to a rate is no motion.
func (f *turnsFlow) speed(z []float64) (most float64) {
	for _, span := range []float64{0.37, 1} {
		moved := slices.Clone(z)
		if _, ok := f.run(moved, span, fewSteps); !ok {
			return math.Inf(1)
		}
		most = max(most, apart(moved, z)/span/largest(z))
	}
	return most
}

// Eigenvalues that differ by the fraction nearlyEqual part so slowly that a flow which has found what
// they span counts as arrived; those that differ by rounding do not part.
const (
	rounding    = 1e-10
	nearlyEqual = 0.01
)

// aligned returns z with the stimuli turned within eigenvalues that differ by a fraction of at most
// close, so that the outputs hold as few of their components as they can, the first ones. Within equal
// ones the flow is the same in any such basis.
func (f *turnsFlow) aligned(z []float64, close float64) []float64 {
	z = slices.Clone(z)
	for first := 0; first < f.n; {
		last := first + 1
		for last < f.n && f.g[last] >= f.g[first]*(1-close) {
			last++
		}
		if last-first > 1 {
			w := mat.NewDense(f.k, f.n, z[:f.k*f.n]).Slice(0, f.k, first, last).(*mat.Dense)
			var svd mat.SVD
			var basis, turned mat.Dense
			if svd.Factorize(mat.NewDense(f.k, f.n, f.filter(z)).Slice(0, f.k, first, last), mat.SVDFullV) {
				svd.VTo(&basis)
				turned.Mul(w, &basis)
				w.Copy(&turned)
			}
		}
		first = last
	}
	return z
}

// reduced returns the flow with the first components only that z has, at most K, and z there;
// nil if those that z has are not the first ones.
func (f *turnsFlow) reduced(z []float64) (*turnsFlow, []float64) {
	filter := mat.NewDense(f.k, f.n, f.filter(z))
	r := f.n
	for r > 1 && mat.Norm(filter.ColView(r-1), 2) < 1e-3 {
		r--
	}
	if r > f.k {
		return nil, nil
	}
	reduced := newTurnsFlow(f.Turns, r)
	point := make([]float64, reduced.size())
	for i := range f.k {
		copy(point[i*r:(i+1)*r], z[i*f.n:])
	}
	copy(point[f.k*r:], z[f.k*f.n:])
	return reduced, point
}

// rankLost reports whether a component has vanished at the fixed point z.
func (f *turnsFlow) rankLost(z []float64) bool {
	filter := mat.NewDense(f.k, f.n, f.filter(z))
	for c := range f.n {
		if mat.Norm(filter.ColView(c), 2) < 1e-6 {
			return true
		}
	}
	return false
}
