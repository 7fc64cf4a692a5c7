package theory

import (
	"fmt"
	"math"
	"slices"

	"twophase/circuit"
)

// Linearisation is the mean-field flow near a fixed point. Its eigenvalues are
// rates per unit of s = Σ α_t: a perturbation goes as e^{xs}.
type Linearisation struct {
	Point FixedPoint
	Tau   float64

	Pairs  []Pair          // i < j, row by row
	Scales [][2]complex128 // of each neuron: the amplitude of its own component, and its scale
}

// Linearise returns the flow near the fixed point. It returns an error if the
// point or τ is not valid, or if the eigenvalues or gains are so far apart that a
// rate is not finite.
func (p FixedPoint) Linearise(tau float64) (*Linearisation, error) {
	if err := CheckNetwork(p.Network); err != nil {
		return nil, err
	}
	if err := p.checkNumbers(); err != nil {
		return nil, fmt.Errorf("linearising the mean-field flow: %w", err)
	}
	if !positive(tau) {
		return nil, fmt.Errorf("linearising the mean-field flow: τ = %v: give a positive number", tau)
	}
	l := &Linearisation{Point: p, Tau: tau}
	for i, phi := range p.Amplitudes() {
		// x² + ((2φ² + κ)/τ) x + 2φ²/τ
		square, kappa := phi*phi, 0.
		if !p.Network.Whitens {
			kappa = p.Gains[i] * p.Gains[i]
		}
		b, c := (2*square+kappa)/tau, 2*square/tau
		if !finite(b*b, c) || c == 0 {
			return nil, tooFarApart(i, i)
		}
		l.Scales = append(l.Scales, quadraticRoots(c, b))
		slices.SortFunc(l.Scales[i][:], slowestFirst)
	}
	m := p.Scales()
	for i := range m {
		for j := i + 1; j < len(m); j++ {
			q := newPairParameters(p.Network, m[i], m[j], p.Gains[i], p.Gains[j])
			if cascades(p.Network) {
				q = newCascadeParameters(p.Network, m[i], m[j], p.Gains[i], p.Gains[j])
			}
			c := q.polynomial(tau)
			if !finite(c[0]*c[0], c[1]*c[1], c[2]*c[2]*c[2], q.a, 1/q.a) {
				return nil, tooFarApart(i, j)
			}
			l.Pairs = append(l.Pairs, q.pair(i, j, tau))
		}
	}
	return l, nil
}

func tooFarApart(i, j int) error {
	return fmt.Errorf("linearising the mean-field flow: the rates of outputs %d and %d are out of range: their eigenvalues, gains or τ are too large, too small or too far apart", i, j)
}

// Outside returns the rate at which output i loses eigenvector k that no output
// holds, −(1 − g_k/m_i), per unit of Σα.
func (l *Linearisation) Outside(i, k int) float64 {
	m := l.Point.Spectrum[l.Point.component(i)]
	return (l.Point.Spectrum[k] - m) / m
}

// free returns the eigenvectors that no output holds, in order.
func (l *Linearisation) free() []int {
	held := make([]bool, len(l.Point.Spectrum))
	for i := range l.Point.Gains {
		held[l.Point.component(i)] = true
	}
	var free []int
	for k := range held {
		if !held[k] {
			free = append(free, k)
		}
	}
	return free
}

// SlowestOutside returns the largest rate of all directions outside, with its
// output i and eigenvector k. It reports false if all N eigenvectors are held.
func (l *Linearisation) SlowestOutside() (rate float64, i, k int, ok bool) {
	free := l.free()
	if len(free) == 0 {
		return 0, 0, 0, false
	}
	k = free[0] // the largest eigenvalue, beside the output of the smallest
	for j, m := range l.Point.Scales() {
		if m <= l.Point.Spectrum[l.Point.component(i)] {
			i = j
		}
	}
	return l.Outside(i, k), i, k, true
}

// Eigenvalues returns the full spectrum of the linearised flow, the numbers of all
// pairs, scales, directions outside and antisymmetric M, the slowest first: K(N+K), or
// of a cascade, whose M is a triangle, K(K−1)/2 less.
func (l *Linearisation) Eigenvalues() []complex128 {
	all := l.symmetric()
	for _, p := range l.Pairs {
		if !p.parameters.ordered {
			all = append(all, complex(p.Antisymmetric, 0))
		}
	}
	slices.SortFunc(all, slowestFirst)
	return all
}

// symmetric returns the eigenvalues that a symmetric M excites.
func (l *Linearisation) symmetric() []complex128 {
	var all []complex128
	for _, p := range l.Pairs {
		all = append(all, p.Eigenvalues[:]...)
	}
	for _, s := range l.Scales {
		all = append(all, s[:]...)
	}
	for _, k := range l.free() {
		for i := range l.Scales {
			all = append(all, complex(l.Outside(i, k), 0))
		}
	}
	return all
}

// Stability says whether the flow returns to the fixed point from any small
// perturbation with a symmetric M: that of its worst part.
func (l *Linearisation) Stability() Stability {
	worst := Stable // as all scales are
	for _, p := range l.Pairs {
		worst = max(worst, p.Stability())
	}
	if rate, _, _, ok := l.SlowestOutside(); ok {
		switch {
		case rate > 0:
			worst = Unstable
		case rate == 0:
			worst = max(worst, Marginal)
		}
	}
	return worst
}

// LargestStableRate returns the α below which forward Euler, which is what a
// network with a constant α does on average, is stable wherever the flow is:
// |1 + αx| < 1 for every eigenvalue x that a symmetric M excites, α < −2 Re(x)/|x|².
// It returns 0 if the flow itself is not stable.
func (l *Linearisation) LargestStableRate() float64 { return l.largestRate(Stable) }

// LargestBoundedRate is LargestStableRate without the eigenvalues 0: the α below which
// nothing grows. It returns 0 if a perturbation grows in the flow itself, or oscillates
// undamped: forward Euler amplifies that.
func (l *Linearisation) LargestBoundedRate() float64 { return l.largestRate(Marginal) }

func (l *Linearisation) largestRate(worst Stability) float64 {
	if l.Stability() > worst {
		return 0
	}
	limit := math.Inf(1)
	for _, x := range l.symmetric() {
		switch square := real(x)*real(x) + imag(x)*imag(x); {
		case real(x) < 0:
			limit = min(limit, -2*real(x)/square)
		case imag(x) != 0:
			return 0
		}
	}
	return limit
}

// Slowest returns the largest real part of the eigenvalues that a symmetric M
// excites: the rate at which a perturbation dies out in the end.
func (l *Linearisation) Slowest() float64 {
	slowest := math.Inf(-1)
	for _, x := range l.symmetric() {
		slowest = max(slowest, real(x))
	}
	return slowest
}

// SlowestDecay returns the largest real part of the eigenvalues that E_Pro sees: the rate
// at which the subspace is found in the end. It is Slowest, except for a network that finds
// a subspace in any rotation. There outputs turn into one another freely (eigenvalue 0),
// and it leaves these turns out; where only the span counts, it is the rate outside. It is
// −Inf if E_Pro sees no eigenvalue.
func (l *Linearisation) SlowestDecay() float64 {
	slowest := math.Inf(-1)
	if rate, _, _, ok := l.SlowestOutside(); ok {
		slowest = rate
	}
	if l.Point.Network.Spans {
		return slowest
	}
	for _, x := range l.symmetric() {
		if real(x) != 0 || l.Point.Network.Finds != circuit.Subspace {
			slowest = max(slowest, real(x))
		}
	}
	return slowest
}
