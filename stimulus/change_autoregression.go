package stimulus

import (
	"math"
	"slices"

	"twophase/internal/numerics/kernel"
)

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
