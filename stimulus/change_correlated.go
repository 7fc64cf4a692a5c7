package stimulus

import (
	"fmt"
	"math"
	"slices"

	"twophase/internal/kernel"
)

// NewCorrelated returns Gaussian stimuli that move slowly: a stationary
// autoregressive process of first order,
//
//	x_1 = ξ_1,   x_t = ρ x_{t−1} + √(1−ρ²) ξ_t,   ξ_t ~ N(0, G) independent.
//
// Each x_t has the covariance G = R G̃ Rᵀ of the innovations ξ, and E[x_t x_sᵀ] = ρ^|t−s|
// G: the correlation time is −1/ln ρ steps. It never ends. The innovations are the stimuli
// of NewGaussian with the same seed and trial. The result is that source after the change
// Correlate{rho} at step 0. It takes no Rotate or Drift.
//
// The eigenvalues are spectrum [N], the correlation is 0 ≤ ρ < 1. The errors name
// what is wrong with either.
func NewCorrelated(spectrum []float64, rho float64, seed, trial uint64) (*Changing, error) {
	change := Correlate{rho}
	if err := change.Validate(len(spectrum)); err != nil {
		return nil, fmt.Errorf("building a correlated stimulus: %w", err)
	}
	g, err := NewGaussian(spectrum, seed, trial)
	if err != nil {
		return nil, err
	}
	c, err := NewChanging(g, 0)
	if err != nil {
		return nil, err
	}
	return c, c.Apply(change)
}

// autoregression is the process x_t − μ = ρ (x_{t−1} − μ) + √(1−ρ²) (ξ_t − μ). At ρ = 0 it
// yields ξ_t and only stores it.
type autoregression struct {
	rho, fresh float64   // ρ, √(1−ρ²)
	shift      []float64 // (1 − ρ − √(1−ρ²)) μ [N], or nil where μ = 0
	last       []float64 // the last stimulus [N], nil if none is stored
	lastStep   uint64    // its number
}

// set sets the correlation.
func (a *autoregression) set(rho float64) {
	a.rho, a.fresh = rho, math.Sqrt(math.FMA(-rho, rho, 1))
}

// around sets the mean: that of the source, turned as the stimuli are.
func (a *autoregression) around(mean []float64, rotated *rotations) {
	if a.shift = nil; mean == nil || a.rho == 0 {
		return
	}
	a.shift = slices.Clone(mean)
	if rotated != nil {
		rotated.apply(a.shift)
	}
	kernel.Scale(a.shift, 1-a.rho-a.fresh, a.shift)
}

// next turns ξ_t into x_t. The first stimulus has none before it.
func (a *autoregression) next(x []float64, step uint64) {
	if a.last == nil {
		return
	}
	if a.rho > 0 && step > 1 {
		for i, v := range a.last {
			x[i] = math.FMA(a.rho, v, float64(a.fresh*x[i]))
		}
		if a.shift != nil {
			kernel.Axpy(x, 1, a.shift)
		}
	}
	copy(a.last, x)
	a.lastStep = step
}

// rotate rotates the stored stimulus.
func (a *autoregression) rotate(t *rotation) {
	if a.last != nil {
		t.apply(a.last)
	}
}

// lacks reports whether the last stimulus is needed but not stored.
func (a *autoregression) lacks(step uint64) bool {
	return a.rho > 0 && step > 0 && a.lastStep != step
}
