package stimulus

import (
	"fmt"
	"math"
)

// Correlated yields Gaussian stimuli that move slowly: a stationary
// autoregressive process of first order,
//
//	x_1 = ξ_1,   x_t = ρ x_{t−1} + √(1−ρ²) ξ_t,   ξ_t ~ N(0, G) independent.
//
// Each x_t has the covariance G = R G̃ Rᵀ of the innovations ξ, and E[x_t x_sᵀ]
// = ρ^|t−s| G: the stimulus forgets itself in −1/ln ρ steps. It never ends. The
// innovations are the Gaussian source of the same seed and trial, which it is at
// ρ = 0.
type Correlated struct {
	*Gaussian
	rho, fresh float64   // ρ, √(1−ρ²)
	last       []float64 // x_{t−1} [N]
}

// NewCorrelated returns the source with the eigenvalues spectrum [N] and the
// correlation rho, 0 ≤ ρ < 1, from one stimulus to the next. Its errors name
// what is wrong with either.
func NewCorrelated(spectrum []float64, rho float64, seed, trial uint64) (*Correlated, error) {
	if !(rho >= 0 && rho < 1) {
		return nil, fmt.Errorf("building a correlated stimulus: correlation %v from one stimulus to the next: give a number from 0 to below 1", rho)
	}
	g, err := NewGaussian(spectrum, seed, trial)
	if err != nil {
		return nil, err
	}
	return &Correlated{g, rho, math.Sqrt(math.FMA(-rho, rho, 1)), make([]float64, g.Inputs())}, nil
}

// Next fills x [N] with the next stimulus. It never fails and does not allocate.
func (c *Correlated) Next(x []float64) error {
	first := c.Step() == 0
	if err := c.Gaussian.Next(x); err != nil {
		return err
	}
	if !first {
		for i, v := range c.last {
			x[i] = math.FMA(c.rho, v, float64(c.fresh*x[i]))
		}
	}
	copy(c.last, x)
	return nil
}

// Seek makes the source go on after stimulus number step. It goes through all
// stimuli from the first to that one, because each depends on the one before it.
func (c *Correlated) Seek(step uint64) error {
	if err := c.Gaussian.Seek(0); err != nil {
		return err
	}
	x := make([]float64, c.Inputs())
	for range step {
		if err := c.Next(x); err != nil {
			return err
		}
	}
	return nil
}
