package theory

import (
	"math"
	"math/cmplx"
)

// Drift predicts how the rows of the filter turn in a circuit at its fixed point that goes on
// learning with a constant rate while its synapses are noisy. With each stimulus every W_ik
// and every pair M_ij takes a step N(0, σ²), the same one for M_ij and M_ji. To first
// order a row moves by
//
//	ε_ij = δF_ij/φ_i
//
// along eigenvector j, and two rows at lag L have the cosine 1 − ½⟨Σ_j (ε_ij(t+L) − ε_ij(t))²⟩.
// A kick of size σ, or that of a stimulus (see Noise), dies out with the rates x_k of its
// block: ε answers with h(s) = Σ_k c_k e^{x_k s}. So after L steps, with s = αL and a kick
// with each step, the square of the difference is
//
//	(σ²/α) Σ_kl c_k c_l [(1 − e^{x_k s})(1 − e^{x_l s})/−(x_k+x_l) + (e^{(x_k+x_l)s} − 1)/(x_k+x_l)]
//
// which stays bounded where all rates are negative: a wobble. With equal gains a rate of
// each pair is 0, and its term is c²L: a random walk, of the rotation of the two outputs
// into one another. A stimulus does not kick this rotation: its c is 0. Only synaptic noise
// does.
//
// Noise of M turns the outputs a little less once they have turned, since the scales have no
// noise. That is left out. Make one with NewDrift.
type Drift struct {
	outputs int
	rate    float64
	inside  [][]kicked // of each output: kicks that it answers along the components of others
	outside [][]kicked // and along those that no output holds
}

// kicked is a number that answers independent kicks of some variance, one with each step.
type kicked struct {
	rates    []complex128 // x_k
	residues []complex128 // c_k
	variance float64
}

// NewDrift returns the drift about the fixed point of l, at the learning rate α, with
// synaptic noise of standard deviation σ ≥ 0 in each step.
func NewDrift(l *Linearisation, alpha, sigma float64) *Drift {
	d := &Drift{outputs: len(l.Scales), rate: alpha, inside: make([][]kicked, len(l.Scales)), outside: make([][]kicked, len(l.Scales))}
	m, phi := l.Point.Scales(), l.Point.Amplitudes()
	for _, p := range l.Pairs {
		i, j := p.I, p.J
		block := p.Block().RawMatrix().Data
		stimulus := []float64{phi[i], phi[j], phi[i] * phi[j] / l.Tau}
		rows := [2][]float64{{1 / (m[i] * phi[i]), 0, -phi[j] / (m[i] * phi[i])}, {0, 1 / (m[j] * phi[j]), -phi[i] / (m[j] * phi[j])}}
		if p.parameters.ordered {
			rows[0][2] = 0 // the earlier output does not receive the later one
		}
		for r, output := range []int{i, j} {
			for n, kick := range [][]float64{stimulus, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}} {
				variance := sigma * sigma
				if n == 0 {
					variance = alpha * alpha * m[i] * m[j]
				}
				answer := newResponse(block, p.Eigenvalues[:], kick, variance)
				d.inside[output] = append(d.inside[output], kicked{p.Eigenvalues[:], answer.of(rows[r]...), variance})
			}
		}
	}
	for _, k := range l.free() {
		for i := range m {
			rate := complex(l.Outside(i, k), 0)
			d.outside[i] = append(d.outside[i], kicked{
				[]complex128{rate}, []complex128{complex(1/(m[i]*phi[i]), 0)},
				sigma*sigma + alpha*alpha*phi[i]*phi[i]*m[i]*l.Point.Spectrum[k],
			})
		}
	}
	return d
}

// Autocorrelation returns the expected cosine of a row with itself that many steps earlier,
// mean over the outputs, and the same of the parts of the rows within the subspace of their
// components. It is exp(−½⟨…²⟩), as for a walk on a circle, of which 1 − ½⟨…²⟩ is the first
// order.
func (d *Drift) Autocorrelation(steps float64) (whole, within float64) {
	for i := range d.outputs {
		inside, outside := sumOf(d.inside[i], d.rate, steps), sumOf(d.outside[i], d.rate, steps)
		whole += math.Exp(-(inside+outside)/2) / float64(d.outputs)
		within += math.Exp(-inside/2) / float64(d.outputs)
	}
	return whole, within
}

// Diffusion returns the rate, per step, at which the autocorrelation decays in the end, mean
// over the outputs: half the growth of the squared angle of a row. It is 0 where all rates
// are negative.
func (d *Drift) Diffusion() float64 {
	var rate float64
	for i := range d.outputs {
		for _, k := range d.inside[i] {
			for n, x := range k.rates {
				if x == 0 {
					rate += k.variance * real(k.residues[n]*k.residues[n]) / 2
				}
			}
		}
	}
	return rate / float64(d.outputs)
}

// sumOf returns the expected square of the difference over some steps, of all answers.
func sumOf(all []kicked, alpha, steps float64) (sum float64) {
	for _, k := range all {
		sum += k.difference(alpha, steps)
	}
	return sum
}

// difference returns the expected square of how far the number moves in some steps.
func (k kicked) difference(alpha, steps float64) float64 {
	s := complex(alpha*steps, 0)
	var sum complex128
	for a, x := range k.rates {
		for b, y := range k.rates {
			passed := s // ∫ e^{(x+y)u} du from 0 to s
			if x+y != 0 {
				passed = (cmplx.Exp((x+y)*s) - 1) / (x + y)
			}
			if x != 0 && y != 0 {
				passed -= (1 - cmplx.Exp(x*s)) * (1 - cmplx.Exp(y*s)) / (x + y)
			}
			sum += k.residues[a] * k.residues[b] * passed
		}
	}
	return k.variance / alpha * max(0, real(sum))
}
