package theory

import "math"

// turnsTolerance is the error, relative to the largest number, that a step of run may make.
const turnsTolerance = 1e-4

// vanishing is the size of a scale, in units of the smallest eigenvalue, below which an output vanishes: where fewer
// components are there than outputs, the flow then goes to a state of fewer outputs. It takes ever smaller steps on
// its way, and what it goes to is no fixed point of these outputs.
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
