package theory

import (
	"math"

	"gonum.org/v1/gonum/mat"
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
	delta [2][]float64 // their changes [K×n]
	reply [2][]float64 // P(A) M_d⁻¹ [K×K], of fewer turns too
	flip  []float64    // Wᵀ [n×K]
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
	f.delta = [2][]float64{make([]float64, k*n), make([]float64, k*n)}
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
	clear(now)
	for i := range k {
		now[i*k+i] = 1 / f.m[i*k+i]
	}
	for range f.Count - 1 {
		now, before = before, now
		for i := range k { // M_o B = M B − M_d B, and B is symmetric
			f.m[i*k+i], f.flip[0] = 0, f.m[i*k+i]
			product(now[i*k:(i+1)*k], f.m[i*k:(i+1)*k], before, 1, k, k, false)
			f.m[i*k+i] = f.flip[0]
			inverse := 1 / f.m[i*k+i]
			for j := range k {
				now[i*k+j] *= -inverse
			}
			now[i*k+i] += inverse
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

// filter computes M and the filters of all turns from z, for derivative. It returns F [K×n].
func (f *turnsFlow) filter(z []float64) []float64 {
	f.lateral(z)
	w := z[:f.k*f.n]
	var before []float64
	for _, now := range f.turns {
		f.turn(now, before, w)
		before = now
	}
	return before
}

// turn sets now to M_d⁻¹(W − M_o before).
func (f *turnsFlow) turn(now, before, w []float64) {
	for i := range f.k {
		row := now[i*f.n : (i+1)*f.n]
		copy(row, w[i*f.n:])
		if before != nil {
			f.subtract(row, before, i)
		}
		inverse := 1 / f.m[i*f.k+i]
		for c := range row {
			row[c] *= inverse
		}
	}
}

// subtract subtracts row i of M_o times x [K×n] from row.
func (f *turnsFlow) subtract(row, x []float64, i int) {
	for j, v := range f.m[i*f.k : (i+1)*f.k] {
		if j == i {
			continue
		}
		for c, u := range x[j*f.n : j*f.n+len(row)] {
			row[c] -= v * u
		}
	}
}

// rates sets dz to dz/ds.
func (f *turnsFlow) rates(dz, z []float64) {
	filter, drive := f.answer(z), f.delta[0]
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

// derivative sets out to the change of the rates for a small change of z, at the z of the
// last call of filter.
func (f *turnsFlow) derivative(out, change []float64) {
	now, before := f.delta[0], f.delta[1]
	at := func(i, j int) float64 { return change[f.entry(min(i, j), max(i, j))] }
	for t, x := range f.turns {
		for i := range f.k {
			row := now[i*f.n : (i+1)*f.n]
			copy(row, change[i*f.n:])
			if t > 0 {
				f.subtract(row, before, i)
				for j := range f.k {
					if v := at(i, j); j != i && v != 0 {
						for c, u := range f.turns[t-1][j*f.n : (j+1)*f.n] {
							row[c] -= v * u
						}
					}
				}
			}
			own, inverse := at(i, i), 1/f.m[i*f.k+i]
			for c := range row {
				row[c] = (row[c] - own*x[i*f.n+c]) * inverse
			}
		}
		now, before = before, now
	}
	for i := range f.k {
		for c, g := range f.g {
			at := i*f.n + c
			out[at] = g*before[at] - change[at]
		}
	}
	filter, entry := f.turns[len(f.turns)-1], f.k*f.n
	for i := range f.k {
		for j := i; j < f.k; j++ { // of F G Fᵀ
			sum := 0.
			for c, g := range f.g {
				sum += g * (filter[i*f.n+c]*before[j*f.n+c] + before[i*f.n+c]*filter[j*f.n+c])
			}
			out[entry] = (sum - f.decay(i, j, change[entry])) / f.Tau
			entry++
		}
	}
}

// jacobian returns the derivative of the rates at z.
func (f *turnsFlow) jacobian(z []float64) *mat.Dense {
	f.filter(z)
	d := f.size()
	j, out, change := mat.NewDense(d, d, nil), make([]float64, d), make([]float64, d)
	for c := range d {
		change[c] = 1
		f.derivative(out, change)
		change[c] = 0
		j.SetCol(c, out)
	}
	return j
}

// turnsTolerance is the error, relative to the largest number, that a step of run may make.
const turnsTolerance = 1e-4

// run integrates the flow from z over a span of s, by the method of Bogacki and Shampine,
// in at most `most` steps. It reports how many it took, and false if it did not
// arrive: the flow diverges, or it takes too many steps.
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
		if wrong <= 1 && f.positive(next) {
			at += h
			copy(z, next)
			k1, k4 = k4, k1
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
		if wrong <= 1 && !f.positive(next) {
			h /= 10
		}
	}
	return steps, true
}

// positive reports whether all scales of z are.
func (f *turnsFlow) positive(z []float64) bool {
	for i := range f.k {
		if !(z[f.entry(i, i)] > 0) {
			return false
		}
	}
	return true
}

// polish moves z to the fixed point near it, by steps of Newton that start as steps of an
// implicit Euler method and so prefer what is stable. A step after which the rates are much
// larger is made shorter. It reports whether it found one.
func (f *turnsFlow) polish(z []float64) bool {
	d := len(z)
	r, step, next := make([]float64, d), mat.NewVecDense(d, nil), make([]float64, d)
	f.rates(r, z)
	for range 25 {
		size := largest(r)
		switch {
		case size-size != 0:
			return false
		case size <= 1e-14*(1+largest(z)):
			return true
		}
		j := f.jacobian(z)
		shift := size
		for tries := 0; ; tries++ {
			if tries == 3 {
				return size <= 1e-11*(1+largest(z))
			}
			shifted := mat.DenseCopyOf(j)
			for i := range d {
				shifted.Set(i, i, shifted.At(i, i)-shift)
			}
			var lu mat.LU
			lu.Factorize(shifted)
			_ = lu.SolveVecTo(step, false, mat.NewVecDense(d, r)) // of an ill-conditioned one, the next residual tells
			for i, v := range step.RawVector().Data {
				next[i] = z[i] - v
			}
			f.rates(r, next)
			if f.positive(next) && largest(r) <= 100*size {
				copy(z, next)
				break
			}
			f.rates(r, z)
			shift *= 8
		}
	}
	return largest(r) <= 1e-11*(1+largest(z))
}

// largest returns the largest of the absolute values, NaN if one is.
func largest(v []float64) float64 {
	size := 0.
	for _, x := range v {
		size = max(size, math.Abs(x))
	}
	return size
}
