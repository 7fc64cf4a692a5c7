package measure

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/subspace"
	"twophase/internal/text/wording"
	"twophase/stimulus"
	"twophase/stimulus/covariance"
)

// Reference is what a circuit is measured against: the principal subspace of its stimuli.
// A nil *Reference gives the measures that need none.
type Reference struct {
	Kind        string        // what it is, for the summary
	Basis       *mat.Dense    // U_K [N×K]
	Eigenvalues []float64     // the top K
	Covariance  mat.Symmetric // G [N×N], nil where it is too large for memory
	spectrum    []float64     // [N] if the stimuli are samples of a population, else nil
	Within      *mat.Dense    // U_K in the basis of the rotating subspace [K×K], if the stimuli of a file are to rotate
}

// CovarianceLimit is the largest N for which a population's covariance stays in memory.
const CovarianceLimit = 2048

// population is Gaussian stimuli at the present step.
type population interface {
	Inputs() int
	Basis(k int) ([]float64, error)
	Spectrum() []float64
	Covariance() *covariance.Matrix
}

// PopulationReference returns the reference of Gaussian stimuli. It returns an
// error where the top k directions are not defined.
func PopulationReference(g population, k int) (*Reference, error) {
	basis, err := g.Basis(k)
	if err != nil {
		return nil, err
	}
	r := &Reference{
		Kind:        "the population covariance",
		Basis:       mat.NewDense(g.Inputs(), k, basis),
		Eigenvalues: g.Spectrum()[:k],
		spectrum:    g.Spectrum(),
	}
	if g.Inputs() <= CovarianceLimit {
		if r.Covariance, err = covarianceOf(g); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// fewSpikes is the part of the eigenvalues that may be above the smallest for the directions to be
// used for less than the covariance.
const fewSpikes = 4

// covarianceOf returns the covariance of a population, with its directions where these are few.
func covarianceOf(g population) (mat.Symmetric, error) {
	n, spectrum := g.Inputs(), g.Spectrum()
	whole := mat.NewSymDense(n, g.Covariance().Entries())
	r := slices.Index(spectrum, spectrum[n-1])
	if r == 0 || fewSpikes*r > n {
		return whole, nil
	}
	directions, err := g.Basis(r)
	if err != nil {
		return nil, err
	}
	return subspace.NewSpiked(whole, spectrum[n-1], spectrum[:r], mat.NewDense(n, r, directions)), nil
}

// DefiniteGap is the smallest difference between two eigenvalues, relative to the largest
// one, for which their eigenvectors count as defined.
const DefiniteGap = 1e-12

// BatchReference returns the batch PCA of stimuli with the second moments g. It returns an
// error where the top k directions are not defined.
func BatchReference(g *covariance.Matrix, k int) (*Reference, error) {
	n := g.Inputs()
	if k == n {
		return nil, fmt.Errorf("all %d principal directions span the whole space, whatever the stimuli: ask for fewer outputs", n)
	}
	values, vectors, err := g.Principal(k + 1)
	if err != nil {
		return nil, err
	}
	if !(values[k-1]-values[k] > DefiniteGap*values[0]) {
		return nil, fmt.Errorf("the first %d principal directions of the stimuli are not defined: eigenvalues %d and %d of their covariance are %.3g and %.3g",
			k, k, k+1, values[k-1], values[k])
	}
	basis := mat.DenseCopyOf(mat.NewDense(n, k+1, vectors).Slice(0, n, 0, k))
	return &Reference{
		Kind:        "batch PCA of the file's stimuli",
		Basis:       basis,
		Eigenvalues: values[:k],
		Covariance:  mat.NewSymDense(g.Inputs(), g.Entries()),
	}, nil
}

// Error returns E_Pro of a filter [K×N] of the circuit.
func (r *Reference) Error(c *circuit.Circuit, filter *mat.Dense) float64 {
	return subspace.ProcrustesError(c.Estimate(filter, r.Eigenvalues), r.Basis)
}

// alignment returns the |cos| of every component and of the output that is to find it: the
// output of its number, or any output.
func (r *Reference) alignment(finds circuit.Findings, estimate *mat.Dense) []float64 {
	if finds == circuit.UnorderedComponents {
		return subspace.UnorderedAlignment(estimate, r.Basis)
	}
	return subspace.Alignment(estimate, r.Basis)
}

// target returns the output variances that the network should reach [K]: λ_i²·m_i, or λ_i²
// for a whitening network.
func (r *Reference) target(c *circuit.Circuit) []float64 {
	target := make([]float64, len(r.Eigenvalues))
	for i, gain := range c.Outputs().Gains() {
		target[i] = gain * gain
		if !c.Spec().Network.Whitens {
			target[i] *= r.Eigenvalues[i]
		}
	}
	return target
}

// Against describes a reference in a summary.
type Against struct {
	Kind      string         // empty if there is none
	Floor     wording.Number // E_Pro that batch PCA is expected to have on as many samples
	Isotropic bool           // the settling error is over isotropic stimuli, for want of a covariance
}

// usefulFloor is the largest E_Pro for which the first-order formula of the floor is
// meaningful.
const usefulFloor = 0.1

// Against describes the reference after a number of samples.
func (r *Reference) Against(samples int) Against {
	a := Against{Floor: wording.NaN, Isotropic: true}
	if r == nil {
		return a
	}
	a.Kind, a.Isotropic = r.Kind, r.Covariance == nil
	if r.spectrum != nil {
		if floor := subspace.BatchFloor(r.spectrum, len(r.Eigenvalues), samples); floor < usefulFloor {
			a.Floor = wording.Number(floor)
		}
	}
	return a
}

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
		now.Covariance = nil // the covariance of the turned stimuli is not known
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
