package theory

import (
	"math"
)

// turnsFlow is the mean-field flow of a Turns in the eigenbasis of G, with the first n
// eigenvalues and in units of the largest. Its state z is W [K×n], row by row, and then the
// upper triangle of M, row by row.
type turnsFlow struct {
	Turns
	k, n int
	unit float64   // g_1
	g    []float64 // eigenvalues in units of g_1 [n]

	m     []float64    // M [K×K]
	turns [][]float64  // the activities after each turn, as filters [K×n]
	drive []float64    // F G [K×n]
	reply [2][]float64 // P(A) M_d⁻¹ [K×K], of fewer turns too
	flip  []float64    // Wᵀ [n×K]
	own   []float64    // the diagonal of M [K]
}

func newTurnsFlow(t Turns, n int) *turnsFlow {
	k := len(t.Point.Gains)
	f := &turnsFlow{Turns: t, k: k, n: n, unit: t.Point.Spectrum[0], m: make([]float64, k*k)}
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

// lateral computes M from z.
func (f *turnsFlow) lateral(z []float64) {
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
	f.lateral(z)
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

// decay returns λ_i λ_j M_ij, or 0 for a network that whitens.
func (f *turnsFlow) decay(i, j int, m float64) float64 {
	if f.Point.Network.Whitens {
		return 0
	}
	return f.Point.Gains[i] * f.Point.Gains[j] * m
}

// turnsTolerance is the error, relative to the largest number, that a step of run may make.
const turnsTolerance = 1e-4

// vanishing is the size of a scale, in units of the smallest eigenvalue, below which an output vanishes: where fewer
// components are there than outputs, the flow then goes to a state of fewer outputs. It takes ever smaller steps on
// its way, and what it goes to is no lateral state.
const vanishing = 0.05

// run integrates the flow from z over a span of s, by the method of Bogacki and Shampine,
// in at most `most` steps. It reports how many it took, and false if it did not
// arrive: the flow diverges, it takes too many steps, or outputs vanish.
func (f *turnsFlow) run(z []float64, span float64, most int) (steps int, ok bool) {
	d := len(z)
	memory := make([]float64, 5*d)
	k1, k2, k3, k4, next := memory[:d], memory[d:2*d], memory[2*d:3*d], memory[3*d:4*d], memory[4*d:]
	f.rates(k1, z)
	h := min(span, 0.01*f.Tau/(1+f.Tau))
	for at := 0.; at < span; steps++ {
		if steps == most {
			return steps, false
		}
		h = min(h, span-at)
		for i := range z {
			next[i] = z[i] + h/2*k1[i]
		}
		f.rates(k2, next)
		for i := range z {
			next[i] = z[i] + 3*h/4*k2[i]
		}
		f.rates(k3, next)
		size := 0.
		for i := range z {
			next[i] = z[i] + h*(2*k1[i]+3*k2[i]+4*k3[i])/9
			size = max(size, math.Abs(next[i]))
		}
		f.rates(k4, next)
		wrong := 0.
		for i := range z {
			wrong = max(wrong, math.Abs(h*(-5*k1[i]+6*k2[i]+8*k3[i]-9*k4[i])/72))
		}
		wrong /= turnsTolerance * size
		least := f.leastScale(next)
		if wrong <= 1 && least > 0 {
			at += h
			copy(z, next)
			k1, k4 = k4, k1
			if f.n < f.k && least < vanishing*f.g[f.n-1] {
				return steps, false
			}
		} else if !(h > 1e-12) || size-size != 0 {
			return steps, false
		}
		switch {
		case wrong-wrong != 0:
			h /= 10
		case wrong > 0:
			h *= min(4, max(0.2, 0.9/math.Cbrt(wrong)))
		default:
			h *= 4
		}
		if wrong <= 1 && !(least > 0) {
			h /= 10
		}
	}
	return steps, true
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
