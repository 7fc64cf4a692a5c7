package theory

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"twophase/internal/text/wording"
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
		return errors.New("the wanted fixed point has the first components: leave out Components")
	case !positive(t.Tau):
		return fmt.Errorf("τ = %v: give a positive number", t.Tau)
	case t.Count == 1:
		return errors.New("1 turn: no output receives another, so that each finds the first component and there is no lateral state to search for; give at least 2 turns")
	case t.Count < 2:
		return fmt.Errorf("%s: give at least 2", wording.Count(t.Count, "turn"))
	}
	return nil
}

// Proof is what is proved of all fixed points of a number of turns whose M is symmetric, with positive
// scales. It says nothing of a flow that comes to no rest: see TauShare and Escapes.
type Proof int

const (
	Unproved  Proof = iota
	FullRank        // no linearly stable fixed point lacks a wanted component
	NoLateral       // M_o = 0 at every fixed point
)

// Proof returns the strongest that is proved, and of what. For an even number S of turns:
//
//   - with the plasticity of PSW, F G Fᵀ = Λ² has full rank at every fixed point, and with distinct
//     gains M_o = 0, as P is strictly decreasing;
//   - with that of PSP every threshold is at most g_1/S, with any gains, so that S ≥ g_1/g_K leaves
//     none that lacks a component; neither do up to two outputs, as more than half of the K components
//     are found; and two turns of two outputs with distinct gains have no lateral state;
//   - with a lateral decay ε from 0 to 1, more than K/(1+ε) components are found (LeastRank), so that
//     ε ≤ 1/(K−1) leaves none that lacks one; and the thresholds of two turns are at most g_1(1+ε)/4.
//
// Without lateral decay, ε = 0, C = F G Fᵀ is diag(λ_i² m_i) at a fixed point, and has full rank for every
// number of turns. For no other odd number is anything proved, except of a single output.
func (t Turns) Proof() (proof Proof, of string) {
	g, k, epsilon := t.Point.Spectrum, len(t.Point.Gains), lateralDecay(t.Point.Network)
	switch {
	case k == 1:
		return NoLateral, "a single output"
	case epsilon == 0 && !t.Point.Network.Whitens:
		return FullRank, "lateral synapses that do not decay"
	case t.Count%2 == 1:
		return Unproved, ""
	case t.Point.Network.Whitens && t.distinctGains():
		return NoLateral, "an even number of turns with the plasticity of PSW and distinct gains"
	case t.Point.Network.Whitens:
		return FullRank, "an even number of turns with the plasticity of PSW"
	case epsilon == 1 && k == 2 && t.Count == 2 && t.distinctGains():
		return NoLateral, "two turns of two outputs with distinct gains"
	case epsilon == 1 && float64(t.Count)*g[k-1] >= g[0]:
		return FullRank, fmt.Sprintf("an even number of turns that is at least g_1/g_K = %.3g", g[0]/g[k-1])
	case t.LeastRank() == k:
		return FullRank, fmt.Sprintf("an even number of turns of %d outputs, as more than K/(1+ε) components are found", k)
	case epsilon < 1 && t.Count == 2 && 4*g[k-1] >= (1+epsilon)*g[0]:
		return FullRank, "two turns with g_K ≥ g_1 (1+ε)/4"
	}
	return Unproved, ""
}

// LeastRank returns the smallest number of components that a fixed point of an even number of turns can have, by
// the plasticity of PSP with a lateral decay ε: the smallest above K/(1+ε). For A has the eigenvalue −1/ε
// for each missing component and others below 1, as B > 0; and the sum of all is 0. Of an odd number it is 1.
func (t Turns) LeastRank() int {
	k, epsilon := len(t.Point.Gains), lateralDecay(t.Point.Network)
	switch {
	case t.Point.Network.Whitens, epsilon == 0:
		return k
	case t.Count%2 == 1:
		return 1
	}
	for r := k - 1; r > 0; r-- {
		if float64(k-r) >= epsilon*float64(r) {
			return r + 1
		}
	}
	return 1
}

// distinctGains reports whether no two gains are equal.
func (t Turns) distinctGains() bool {
	gains := slices.Sorted(slices.Values(t.Point.Gains))
	return len(slices.Compact(gains)) == len(t.Point.Gains)
}

// Escapes reports whether M can grow without bound, while all components but the first decay: with the
// plasticity of PSW and an odd number of turns. It is proved for equal gains and W along the first
// component, where the flow has no bounded trajectory: d(m_o − m_d)/ds = 1/τ. From random starts it is
// seen. That fixed points lack no component does not help then.
func (t Turns) Escapes() bool {
	return t.Point.Network.Whitens && t.Count%2 == 1 && len(t.Point.Gains) > 1
}

// SafeTauShare is the part of the largest stable τ up to which τ is advised. LeastTauShare is the
// smallest at which a flow was still oscillating at the end, with S ≥ g_1/g_K turns: of 293 problems with
// the plasticity of PSW. Of 1048 with that of PSP it was 0.43. The search was another program's.
const (
	SafeTauShare  = 1. / 3
	LeastTauShare = 0.39
)

// TauShare returns τ as a part of LargestBoundedTau. Below 1 the wanted fixed point is linearly stable,
// or neutral. The flow can still go on oscillating if it starts far from it: see SafeTauShare.
func (t Turns) TauShare() (float64, error) {
	largest, err := t.Point.LargestBoundedTau()
	return t.Tau / largest, err
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

// turnsFlow is the mean-field flow of a Turns in the eigenbasis of G, with the first n
// eigenvalues and in units of the largest. Its state z is W [K×n], row by row, and then the
// upper triangle of M, row by row.
type turnsFlow struct {
	Turns
	k, n   int
	unit   float64   // g_1
	decays float64   // ε
	g      []float64 // eigenvalues in units of g_1 [n]

	m     []float64    // M [K×K]
	turns [][]float64  // the activities after each turn, as filters [K×n]
	drive []float64    // F G [K×n]
	reply [2][]float64 // P(A) M_d⁻¹ [K×K], of fewer turns too
	flip  []float64    // Wᵀ [n×K]
	own   []float64    // the diagonal of M [K]
}

func newTurnsFlow(t Turns, n int) *turnsFlow {
	k := len(t.Point.Gains)
	f := &turnsFlow{Turns: t, k: k, n: n, unit: t.Point.Spectrum[0], decays: lateralDecay(t.Point.Network), m: make([]float64, k*k)}
	for _, v := range t.Point.Spectrum[:n] {
		f.g = append(f.g, v/f.unit)
	}
	for range t.Count {
		f.turns = append(f.turns, make([]float64, k*n))
	}
	f.drive, f.own = make([]float64, k*n), make([]float64, k)
	f.reply = [2][]float64{make([]float64, k*k), make([]float64, k*k)}
	f.flip = make([]float64, k*n)
	return f
}

// size returns the length of z.
func (f *turnsFlow) size() int { return f.k*f.n + f.k*(f.k+1)/2 }

// entry returns the index in z of M_ij, i ≤ j.
func (f *turnsFlow) entry(i, j int) int { return f.k*f.n + i*f.k - i*(i-1)/2 + j - i }

// fillM computes M from z.
func (f *turnsFlow) fillM(z []float64) {
	at := f.k * f.n
	for i := range f.k {
		for j := i; j < f.k; j++ {
			f.m[i*f.k+j], f.m[j*f.k+i] = z[at], z[at]
			at++
		}
	}
}

// response computes M and B = P(A) M_d⁻¹ [K×K] from z, turn by turn: B ← M_d⁻¹ (1 − M_o B).
func (f *turnsFlow) response(z []float64) []float64 {
	f.fillM(z)
	k := f.k
	now, before := f.reply[0], f.reply[1]
	for i := range k { // two turns
		for j := range k {
			now[i*k+j] = -f.m[i*k+j] / (f.m[i*k+i] * f.m[j*k+j])
		}
		now[i*k+i] = 1 / f.m[i*k+i]
	}
	for range f.Count - 2 {
		now, before = before, now
		for i := range k {
			f.own[i], f.m[i*k+i] = f.m[i*k+i], 0
		}
		product(now, f.m, before, k, k, k, true)
		for i, own := range f.own { // B is symmetric
			f.m[i*k+i] = own
			inverse := -1 / own
			for j := i; j < k; j++ {
				now[i*k+j] *= inverse
				now[j*k+i] = now[i*k+j]
			}
			now[i*k+i] -= inverse
		}
	}
	return now
}

// answer computes M and F [K×n] from z.
func (f *turnsFlow) answer(z []float64) []float64 {
	b := f.response(z)
	filter := f.turns[len(f.turns)-1]
	transpose(f.flip, z[:f.k*f.n], f.k, f.n)
	product(filter, b, f.flip, f.k, f.k, f.n, false)
	return filter
}

// rates sets dz to dz/ds.
func (f *turnsFlow) rates(dz, z []float64) {
	filter, drive := f.answer(z), f.drive
	for i := range f.k {
		for c, g := range f.g {
			at := i*f.n + c
			drive[at] = g * filter[at]
			dz[at] = drive[at] - z[at]
		}
	}
	square := f.reply[0]
	product(square, drive, filter, f.k, f.n, f.k, true)
	at := f.k * f.n
	for i := range f.k {
		for j := i; j < f.k; j++ {
			dz[at] = (square[i*f.k+j] - f.decay(i, j, z[at])) / f.Tau
			at++
		}
		if f.Point.Network.Whitens {
			dz[f.entry(i, i)] -= f.Point.Gains[i] * f.Point.Gains[i] / f.unit / f.Tau
		}
	}
}

// decay returns λ_i² m_ii, or ε λ_i λ_j M_ij, or 0 for a network that whitens.
func (f *turnsFlow) decay(i, j int, m float64) float64 {
	if f.Point.Network.Whitens {
		return 0
	}
	decay := f.Point.Gains[i] * f.Point.Gains[j]
	if i != j {
		decay *= f.decays
	}
	return decay * m
}

// leastScale returns the smallest scale of z, or NaN if one is.
func (f *turnsFlow) leastScale(z []float64) float64 {
	least := math.Inf(1)
	for i := range f.k {
		least = min(least, z[f.entry(i, i)])
	}
	return least
}

// positive reports whether all scales of z are.
func (f *turnsFlow) positive(z []float64) bool { return f.leastScale(z) > 0 }
