package theory

import (
	"math"
	"math/cmplx"
)

// nearlyDouble is how close two eigenvalues may come, of their size.
const nearlyDouble = 1e-6

// Noise follows the fluctuations of a circuit that learns online about its fixed
// point, to first order. A single stimulus x instead of its mean kicks the
// linearised flow by
//
//	α x_i x_j (φ_i, φ_j, φ_iφ_j/τ)        in a pair (W_ij, W_ji, M_ij), ⟨(x_i x_j)²⟩ = m_i m_j
//	α (x_i² − m_i)(φ_i, φ_i²/τ)           in a neuron's own (W_ii, M_ii), variance 2 m_i²
//	α x_i x_k φ_i                         outside, in W_ik, ⟨(x_i x_k)²⟩ = m_i g_k
//
// for Gaussian stimuli with components x_i along the eigenvectors of G. A kick dies
// out with the rates of its block, so that after the steps t
//
//	Var = σ² Σ_t α_t² h(s − s_t)²,  h(s) = Σ_k c_k e^{x_k s},  s = Σ α_t
//
// where h is the response of the measured quantity. It holds for small α: the dependence of
// kicks on the state of the circuit is neglected. Make one with NewNoise. It starts at the
// fixed point, without fluctuations.
type Noise struct {
	pairs   []fluctuation // of the linearisation, in its order
	own     []fluctuation
	outside []fluctuation
	outputs int
	spans   bool // only the span counts
}

// fluctuation is a block of the linearised flow under its kicks.
type fluctuation struct {
	response
	weight []complex128 // response of M_ij
	length []complex128 // of the part of Û that E_Pro sees
	counts float64      // how much its square counts in K·E_Pro
}

// NewNoise returns the fluctuations about the fixed point of l.
func NewNoise(l *Linearisation) *Noise {
	n := &Noise{outputs: len(l.Scales), spans: l.Point.Network.Spans}
	m, phi, tau := l.Point.Scales(), l.Point.Amplitudes(), l.Tau
	for _, p := range l.Pairs {
		i, j := p.I, p.J
		r := newResponse(p.Block().RawMatrix().Data, p.Eigenvalues[:], []float64{phi[i], phi[j], phi[i] * phi[j] / tau}, m[i]*m[j])
		// Û_ij + Û_ji, with Û_ij = (W_ij − φ_j M_ij)/(m_i φ_i)
		hears := -phi[i] / (m[j] * phi[j])
		if !p.parameters.ordered {
			hears -= phi[j] / (m[i] * phi[i])
		}
		n.pairs = append(n.pairs, fluctuation{
			response: r,
			weight:   r.of(0, 0, 1),
			length:   r.of(1/(m[i]*phi[i]), 1/(m[j]*phi[j]), hears),
			counts:   0.5,
		})
	}
	for i, x := range l.Scales {
		f := phi[i]
		trace, coupling := real(x[0]+x[1]), 2*f/tau
		if cmplx.Abs(x[0]-x[1]) < nearlyDouble*cmplx.Abs(x[0]) {
			// Residues are of simple roots: those of a block so little different
			// are roots of x² − trace·x + f·coupling.
			coupling *= 1 + nearlyDouble
			half := cmplx.Sqrt(complex(trace*trace/4-f*coupling, 0))
			x = [2]complex128{complex(trace/2, 0) + half, complex(trace/2, 0) - half}
		}
		r := newResponse([]float64{0, -f, coupling, trace}, x[:], []float64{f, f * f / tau}, 2*m[i]*m[i])
		n.own = append(n.own, fluctuation{response: r, length: r.of(1/(m[i]*f), -1/m[i]), counts: 1})
	}
	previous := math.NaN()
	for _, k := range l.free() {
		g := l.Point.Spectrum[k]
		if g == previous {
			for i := range m {
				n.outside[len(n.outside)-1-i].counts++
			}
			continue
		}
		previous = g
		for i := range m {
			rate := l.Outside(i, k)
			r := newResponse([]float64{rate}, []complex128{complex(rate, 0)}, []float64{phi[i]}, m[i]*g)
			n.outside = append(n.outside, fluctuation{response: r, length: r.of(1 / (m[i] * phi[i])), counts: 1})
		}
	}
	return n
}

// Advance passes over steps whose rates add up to sum = Σα_t, and their squares to
// squares = Σα_t².
func (n *Noise) Advance(sum, squares float64) {
	for _, blocks := range [][]fluctuation{n.pairs, n.own, n.outside} {
		for _, b := range blocks {
			b.advance(sum, squares)
		}
	}
}

// Weight returns the standard deviation of M_ij for pair number p of the
// linearisation.
func (n *Noise) Weight(p int) float64 {
	return math.Sqrt(n.pairs[p].variance(n.pairs[p].weight))
}

// Error returns the expected E_Pro, that of the fluctuations alone. Turns of two components
// into one another, Û_ij = −Û_ji, do not contribute. If only the span of the outputs
// counts, only directions outside contribute.
func (n *Noise) Error() float64 {
	var total float64
	seen := [][]fluctuation{n.pairs, n.own, n.outside}
	if n.spans {
		seen = seen[2:]
	}
	for _, blocks := range seen {
		for _, b := range blocks {
			total += b.counts * b.variance(b.length)
		}
	}
	return total / float64(n.outputs)
}
