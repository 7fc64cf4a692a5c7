package measure

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/stimulus"
)

// Changed returns the batch PCA of a file after its stimuli were changed. Turned says
// whether they were rotated, and noise is the standard deviation of the noise at each input.
func (r *Reference) Changed(c *stimulus.Changing, turned bool, noise float64) (*Reference, error) {
	now, k := *r, len(r.Eigenvalues)
	if turned {
		basis, err := c.Basis(k)
		if err != nil {
			return nil, err
		}
		now.Basis = new(mat.Dense)
		now.Basis.Mul(mat.NewDense(c.Inputs(), k, basis), r.Within)
		now.Covariance = nil // that of the turned stimuli is not known
	}
	variance := noise * noise
	now.Eigenvalues = slices.Clone(r.Eigenvalues)
	for i := range now.Eigenvalues {
		now.Eigenvalues[i] += variance
	}
	if g := now.Covariance; g != nil && variance > 0 {
		noisy := mat.NewSymDense(c.Inputs(), nil)
		noisy.CopySym(g)
		for i := range c.Inputs() {
			noisy.SetSym(i, i, noisy.At(i, i)+variance)
		}
		now.Covariance = noisy
	}
	return &now, nil
}
