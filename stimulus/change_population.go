package stimulus

import (
	"fmt"
	"slices"

	"twophase/stimulus/covariance"
)

// Spectrum returns a copy of the eigenvalues [N] of the covariance at the present step, with
// the noise, or nil for stimuli that are not Gaussian.
func (c *Changing) Spectrum() []float64 {
	if c.gaussian == nil {
		return nil
	}
	spectrum := c.gaussian.Spectrum()
	if c.noise > 0 {
		for i := range spectrum {
			spectrum[i] += float64(c.noise * c.noise)
		}
	}
	return spectrum
}

// Basis returns the first k principal directions at the present step, as the columns of a
// matrix [N×k], row-major. They are those of the population, as in Gaussian.Basis, or those of
// the Subspace that a source was given.
func (c *Changing) Basis(k int) ([]float64, error) {
	if c.gaussian == nil {
		if k < 1 || k > c.k {
			return nil, fmt.Errorf("no %d principal directions: %d of the stimuli are known", k, c.k)
		}
	} else if err := checkDirections(c.gaussian.spectrum, k); err != nil {
		return nil, err
	}
	n, directions := c.Inputs(), c.present(k)
	basis := make([]float64, n*k)
	for j, u := range directions {
		for i, v := range u {
			basis[i*k+j] = v
		}
	}
	return basis, nil
}

// Covariance returns the covariance of the population at the present step, or nil for stimuli
// that are not Gaussian. With a correlation it is the stationary one, which the stimuli reach
// in −1/ln ρ steps after a change of the spectrum.
func (c *Changing) Covariance() *covariance.Matrix {
	if c.gaussian == nil {
		return nil
	}
	return covarianceOf(c.Spectrum(), c.present(aboveFloor(c.gaussian.spectrum)))
}

// present returns the first k directions at the present step.
func (c *Changing) present(k int) [][]float64 {
	directions := c.directions
	if directions == nil {
		if directions = c.base; c.gaussian != nil {
			directions = c.gaussian.unpacked()
		}
	}
	return c.drifted(directions[:k], c.step)
}

// History returns the changes so far and, after a Seek back, the later ones too.
func (c *Changing) History() []ChangeAt { return slices.Clone(c.history) }
