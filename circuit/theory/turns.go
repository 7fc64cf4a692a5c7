package theory

import (
	"errors"
	"fmt"
	"math"

	"twophase/internal/phrase"
)

// Turns is a network whose outputs settle in a given number of simultaneous turns: Count
// Jacobi sweeps from rest. Two turns are the two-phase circuit.
//
//	F = P(A) M_d⁻¹ W,   A = M_d⁻¹ M_o,   P(A) = Σ_{k<S} (−A)^k
//
// Near the wanted fixed point (Point) S turns are exact settling, to first order. Far from
// it they are not, and there are lateral states: see LateralState.
type Turns struct {
	Point FixedPoint // the wanted fixed point, of a network with the plasticity of PSP or PSW
	Tau   float64    // τ
	Count int        // S, at least 2
}

// Validate returns an error that names the first invalid field.
func (t Turns) Validate() error {
	if err := t.Point.Validate(); err != nil {
		return err
	}
	switch {
	case cascades(t.Point.Network):
		return fmt.Errorf("the outputs of %s fire one after another and take no simultaneous turns: choose PSP, PSW, ifPSP or ifPSW", t.Point.Network.Name)
	case t.Point.Components != nil:
		return errors.New("lateral states are searched beside the wanted fixed point: leave out Components")
	case !positive(t.Tau):
		return fmt.Errorf("τ = %v: give a positive number", t.Tau)
	case t.Count == 1:
		return errors.New("1 turn: no output receives another, so that each finds the first component and there is no lateral state to search for; give at least 2 turns")
	case t.Count < 2:
		return fmt.Errorf("%s: give at least 2", phrase.Count(t.Count, "turn"))
	}
	return nil
}

// Complete reports whether it is proved that no stable fixed point lacks a component that
// is wanted. That does not exclude lateral states in which every component is found. It is
// proved
//
//   - for a network that whitens: F G Fᵀ = Λ² has full rank at every fixed point;
//   - for two turns and g_K ≥ g_1/2, as every threshold is at most g_1/2;
//   - for equal gains and an even number of turns of at least g_1/g_K, as every threshold
//     is at most g_1/S;
//   - for one or two outputs and an even number of turns, as more than half of the K
//     components are found then.
func (t Turns) Complete() bool {
	g, k := t.Point.Spectrum, len(t.Point.Gains)
	first, last := g[0], g[k-1]
	even := t.Count%2 == 0
	switch {
	case t.Point.Network.Whitens, k == 1:
		return true
	case !even:
		return false
	case k == 2, t.Count == 2 && last >= first/2:
		return true
	}
	return t.equalGains() && float64(t.Count)*last >= first
}

// equalGains reports whether all gains are one number.
func (t Turns) equalGains() bool {
	for _, v := range t.Point.Gains {
		if v != t.Point.Gains[0] {
			return false
		}
	}
	return true
}

// series returns P(a) = Σ_{k<S} (−a)^k.
func (t Turns) series(a float64) float64 {
	sum := 0.
	for range t.Count {
		sum = 1 - a*sum
	}
	return sum
}

// Collapse is the state of an odd number of turns in which every output carries the
// first component:
//
//	m_i = g_1 (S + (P(K−1) − S) λ̄/λ_i),   F_i = ±λ_i √(m_i/g_1) u_1,   radius K − 1
//
// with λ̄ the mean of the gains. With equal gains m_i = g_1 (1 + (K−1)^S)/K.
//
// It reports false if there is none: for an even number of turns, a network that whitens,
// a single output, or where an m_i would not be positive. It is a LateralState of rank 1.
func (t Turns) Collapse() (LateralState, bool, error) {
	if err := t.Validate(); err != nil {
		return LateralState{}, false, fmt.Errorf("the collapsed state: %w", err)
	}
	k := len(t.Point.Gains)
	if t.Count%2 == 0 || t.Point.Network.Whitens || k == 1 {
		return LateralState{}, false, nil
	}
	mean := 0.
	for _, v := range t.Point.Gains {
		mean += v / float64(k)
	}
	f := newTurnsFlow(t, 1)
	z, s := make([]float64, f.size()), float64(t.Count)
	amplitude := make([]float64, k)
	for i, gain := range t.Point.Gains {
		m := s + (t.series(float64(k-1))-s)*mean/gain // in units of g_1
		if !(m > 0) {
			return LateralState{}, false, nil
		}
		amplitude[i] = gain * math.Sqrt(m)
	}
	for i, a := range amplitude {
		z[i] = a // W = F G
		for j := i; j < k; j++ {
			z[f.entry(i, j)] = a * amplitude[j] / (t.Point.Gains[i] * t.Point.Gains[j])
		}
	}
	state, err := f.state(z)
	return state, err == nil, err
}
