package theory

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/internal/text/wording"
)

// FixedPoint is a fixed point of the mean-field flow at which every output
// neuron has found one eigenvector of G, in the eigenbasis of G:
//
//	M_o = 0,  m_ii = m_i,  F_i = φ_i u_i,  W_i = m_i F_i
//	φ_i = λ_i for a network that projects (PSP), λ_i/√m_i for one that whitens (PSW)
//
// with m_i the eigenvalue of G that neuron i holds and u_i its eigenvector. Any K
// different eigenvectors in any order give one, up to the signs of the rows,
// whatever the neural phases are. Linearise finds which of them are stable.
type FixedPoint struct {
	Network    circuit.Network
	Spectrum   []float64 // eigenvalues of G [N], not increasing
	Gains      []float64 // λ [K], positive, in any order
	Components []int     // neuron i holds eigenvector Components[i], from 0; nil: the first K, in order
}

// Validate returns an error that names the first invalid field.
func (p FixedPoint) Validate() error {
	if err := CheckNetwork(p.Network); err != nil {
		return err
	}
	return p.checkNumbers()
}

// checkNumbers is Validate where there is a theory of the network.
func (p FixedPoint) checkNumbers() error {
	if err := checkSpectrum(p.Spectrum); err != nil {
		return err
	}
	if err := checkGains(p.Network.Gains, p.Gains, len(p.Spectrum)); err != nil {
		return err
	}
	if p.Components != nil && len(p.Components) != len(p.Gains) {
		return fmt.Errorf("%s for %s: give one eigenvector for each", wording.Count(len(p.Components), "component"), wording.Count(len(p.Gains), "output"))
	}
	taken := make(map[int]bool)
	for i := range p.Gains {
		switch c := p.component(i); {
		case c < 0 || c >= len(p.Spectrum):
			return fmt.Errorf("component %d of output %d does not exist: choose from 0 to %d", c, i, len(p.Spectrum)-1)
		case taken[c]:
			return fmt.Errorf("two outputs hold component %d: at a fixed point they hold different ones", c)
		case p.Spectrum[c] == 0:
			return fmt.Errorf("eigenvalue %d of the spectrum is 0: output %d has nothing to find there, and M would be singular; take fewer outputs", c+1, i)
		default:
			taken[c] = true
		}
	}
	return nil
}

func (p FixedPoint) component(i int) int {
	if p.Components == nil {
		return i
	}
	return p.Components[i]
}

// Scales returns the eigenvalues m_i that the neurons hold [K], the diagonal of M.
func (p FixedPoint) Scales() []float64 {
	m := make([]float64, len(p.Gains))
	for i := range m {
		m[i] = p.Spectrum[p.component(i)]
	}
	return m
}

// Amplitudes returns the lengths φ_i of the rows of F [K].
func (p FixedPoint) Amplitudes() []float64 {
	phi := p.Scales()
	for i, m := range phi {
		phi[i] = p.Gains[i]
		if p.Network.Whitens {
			phi[i] /= math.Sqrt(m)
		}
	}
	return phi
}

// Filter returns F [K×N] in the eigenbasis, with positive signs.
func (p FixedPoint) Filter() *mat.Dense {
	f := mat.NewDense(len(p.Gains), len(p.Spectrum), nil)
	for i, phi := range p.Amplitudes() {
		f.Set(i, p.component(i), phi)
	}
	return f
}

// Weights returns W = M F [K×N] in the eigenbasis, with positive signs.
func (p FixedPoint) Weights() *mat.Dense {
	w, m := p.Filter(), p.Scales()
	w.Apply(func(i, _ int, v float64) float64 { return m[i] * v }, w)
	return w
}

// M returns M [K×K] = diag(m_1 … m_K).
func (p FixedPoint) M() *mat.Dense {
	return mat.DenseCopyOf(mat.NewDiagDense(len(p.Gains), p.Scales()))
}
