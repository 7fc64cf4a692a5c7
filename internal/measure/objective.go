package measure

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/synapse"
)

// This file holds what is optimised.

// hasSaddle reports whether the plasticity of a network descends in W and climbs in M the
// saddle function of PSP or PSW, with y = M⁻¹Wx or what approximates it.
func hasSaddle(n circuit.Network) bool {
	lateral := synapse.Rule(synapse.AntiHebbianPSP)
	if n.Whitens {
		lateral = synapse.AntiHebbianPSW
	}
	return n.IsPair() && n.Among().Wiring == synapse.AllToAll && n.Projection("feedforward").Rule == synapse.Rule(synapse.Hebbian) && n.Projection("lateral").Rule == lateral
}

// saddle is
//
//	L(M, W) = 2 tr W Wᵀ − tr M Λ M Λ − 2 tr M⁻¹ W G Wᵀ   PSP,   … − 2 tr Λ² M − …   PSW
//
// of which dW/ds = −¼ ∂L/∂W and τ dM/ds = ½ ∂L/∂M are the mean-field flow with F = M⁻¹W. At the
// wanted fixed point it is −Σ λ_i² m_i² and −2 Σ λ_i² m_i.
func (e *examined) saddle() (value, best float64, err error) {
	c, g := e.Circuit, e.Reference.Covariance
	k, n := c.Outputs().Len(), c.Inputs().Len()
	w, m := mat.NewDense(k, n, c.Forward().Weights()), mat.NewDense(k, k, c.M())
	var exact, moments mat.Dense
	if err := exact.Solve(m, w); err != nil {
		return 0, 0, fmt.Errorf("the lateral matrix M is singular, or as good as that in double precision")
	}
	moments.Product(&exact, g, w.T())
	size := mat.Norm(w, 2)
	value = 2*size*size - 2*mat.Trace(&moments)
	gains := c.Outputs().Gains()
	for i, a := range gains {
		for j, b := range gains {
			switch {
			case !c.Spec().Network.Whitens:
				value -= m.At(i, j) * b * m.At(j, i) * a
			case i == j:
				value -= 2 * a * a * m.At(i, i)
			}
		}
		eigenvalue := e.Reference.Eigenvalues[i]
		if c.Spec().Network.Whitens {
			best -= 2 * a * a * eigenvalue
		} else {
			best -= a * a * eigenvalue * eigenvalue
		}
	}
	return value, best, nil
}

// MatchesByCost reports whether the outputs of a network are to minimise a cost of similarity
// matching without a constraint.
func MatchesByCost(n circuit.Network) bool {
	return n.IsPair() && !n.Whitens && n.Projection("lateral").Rule == synapse.Rule(synapse.AntiHebbianPSP)
}

// recentStimuli is the number of stimuli that matchingCost is over.
const recentStimuli = 256

// Recent is the latest stimuli of a circuit and the outputs that they had, oldest anywhere.
type Recent struct {
	X, Y         []float64 // [T×N] and [T×K]
	Inputs, Next int       // N; the row that the next stimulus replaces, once there are enough
}

// Add takes in a stimulus and its outputs.
func (r *Recent) Add(x, y []float64) {
	if r.Inputs = len(x); r.Len() < recentStimuli {
		r.X, r.Y = append(r.X, x...), append(r.Y, y...)
		return
	}
	copy(r.X[r.Next*len(x):], x)
	copy(r.Y[r.Next*len(y):], y)
	r.Next = (r.Next + 1) % recentStimuli
}

// Len returns the number of stimuli T. Nil has none.
func (r *Recent) Len() int {
	if r == nil || r.Inputs == 0 {
		return 0
	}
	return len(r.X) / r.Inputs
}

// matchingCost is
//
//	1/T² Σ_tu (x_t·x_u)² − 2 (x_t·x_u)(y_t·y_u) + (y_tᵀΛ⁻¹y_u)²
//
// which is ‖XᵀX − YᵀY‖²/T² for Λ = I: what is left of the saddle function once W and M have
// their best values for the outputs. Of all outputs, it is least for λ_k times the top K
// principal components of these stimuli.
func (e *examined) matchingCost() (value, best float64, err error) {
	t, gains := e.Recent.Len(), e.Circuit.Outputs().Gains()
	x, y := mat.NewDense(t, e.Recent.Inputs, e.Recent.X), mat.NewDense(t, len(gains), e.Recent.Y)
	scaled := mat.DenseCopyOf(y)
	scaled.Apply(func(_, i int, v float64) float64 { return v / gains[i] }, scaled)
	var xx, yy, matched mat.Dense
	xx.Mul(x, x.T())
	yy.Mul(y, y.T())
	matched.Mul(scaled, y.T())
	square := float64(t) * float64(t)
	similar := mat.NewSymDense(t, nil)
	for a := range t {
		for b := range t {
			s := xx.At(a, b)
			value += (s*s - 2*s*yy.At(a, b) + matched.At(a, b)*matched.At(a, b)) / square
			best += s * s / square
			similar.SetSym(a, b, s/float64(t))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(similar, false) {
		return value, math.NaN(), nil
	}
	values := eigen.Values(nil)
	for i, gain := range gains {
		if i < t {
			best -= gain * gain * values[t-1-i] * values[t-1-i]
		}
	}
	return value, best, nil
}
