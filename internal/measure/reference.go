package measure

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/subspace"
	"twophase/internal/numerics/kernel"
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

// Measures says how well a circuit does at one moment. A measure that is not defined, or
// that needs a missing reference, is NaN, and null in JSON.
type Measures struct {
	Error            wording.Number   `json:"e_pro"`                   // E_Pro(Û)
	ProjectorError   wording.Number   `json:"projector_error"`         // ‖P̂ − P‖_F
	Alignment        []wording.Number `json:"alignment"`               // |cos| of every component; with outputs in any order if the network finds components in any order
	Angles           []wording.Number `json:"principal_angles"`        // radians, ascending
	OutputCovariance wording.Number   `json:"output_covariance_error"` // relative, against Λ G_K Λ or Λ²
	SettlingError    wording.Number   `json:"settling_error"`          // ‖y − M⁻¹Wx‖/‖M⁻¹Wx‖, root mean square
	SpectralRadius   wording.Number   `json:"spectral_radius"`         // of M_d⁻¹M_o
	LateralRatio     wording.Number   `json:"lateral_ratio"`           // ‖M_o‖_F/‖M‖_F, of circuits that have an M_o
	NotKnown         []string         `json:"not_known,omitempty"`     // why measures that could be expected are not known
}

// unmeasured returns measures of which none is known.
func unmeasured() Measures {
	return Measures{
		Error: wording.NaN, ProjectorError: wording.NaN, OutputCovariance: wording.NaN,
		SettlingError: wording.NaN, SpectralRadius: wording.NaN, LateralRatio: wording.NaN,
	}
}

// Measure takes all measures. If the circuit is not known to be linear, the measures of
// its filter and of the truncated series of the neural phases are not defined. Measure
// returns an error if the circuit's neural phases fail.
func (r *Reference) Measure(c *circuit.Circuit) (Measures, error) {
	m := unmeasured()
	if !c.Spec().Network.FindsPrincipal() {
		r = nil
	}
	k := c.Outputs().Len()
	lateral := mat.NewDense(k, k, c.M())
	m.LateralRatio = lateralRatio(c, lateral)
	filter, err := c.Filter()
	switch {
	case errors.Is(err, circuit.ErrNotLinear) && !c.Spec().Network.FindsPrincipal():
		return m, nil
	case errors.Is(err, circuit.ErrNotLinear):
		if r != nil {
			m.Alignment, m.Angles = wording.Numbers(unknown(k)), wording.Numbers(unknown(k))
		}
		m.NotKnown = []string{"the circuit is not known to be linear, so that it has no filter: what is measured of that, and of the series that the neural phases cut short, is not known"}
		return m, nil
	case err != nil:
		return m, err
	}
	if r != nil {
		ratio := m.LateralRatio
		m = r.OfEstimate(c.Estimate(filter, r.Eigenvalues), c.Spec().Network.Finds)
		m.LateralRatio = ratio
		if g := r.Covariance; g != nil && c.Spec().Network.HasTarget() {
			m.OutputCovariance = wording.Number(subspace.OutputCovarianceError(filter, g, r.target(c)))
		}
	}
	settles := false
	m.SettlingError, m.SpectralRadius, settles = r.health(c, filter, lateral, new(mat.Dense))
	m.explain(r, c, !settles)
	return m, nil
}

// OfEstimate takes the measures of an estimate Û [N×K] of the top K eigenvectors. All others are
// not known.
func (r *Reference) OfEstimate(estimate *mat.Dense, finds circuit.Findings) Measures {
	m := unmeasured()
	projector, angles := subspace.ProjectorErrorAndAngles(estimate, r.Basis)
	m.Error, m.ProjectorError = wording.Number(subspace.ProcrustesError(estimate, r.Basis)), wording.Number(projector)
	m.Alignment, m.Angles = wording.Numbers(r.alignment(finds, estimate)), wording.Numbers(angles)
	return m
}

// Error returns E_Pro of a filter [K×N] of the circuit.
func (r *Reference) Error(c *circuit.Circuit, filter *mat.Dense) float64 {
	return subspace.ProcrustesError(c.Estimate(filter, r.Eigenvalues), r.Basis)
}

// unknown returns k numbers that are not defined.
func unknown(k int) []float64 {
	all := make([]float64, k)
	for i := range all {
		all[i] = math.NaN()
	}
	return all
}

// Look says what Glance takes beside E_Pro and the lateral ratio. It has the memory of a glance,
// for the next one of the same circuit.
type Look struct {
	Health  bool // the settling error and the spectral radius, as of Measure
	Cosines bool // the |cos| of every component

	filter, estimate, exact, lateral mat.Dense
}

// forget gives up the memory.
func (l *Look) forget() {
	l.filter, l.estimate, l.exact, l.lateral = mat.Dense{}, mat.Dense{}, mat.Dense{}, mat.Dense{}
}

// Glance takes the measures that a run follows, and the |cos| of every component if that is wanted.
// For a network that finds a subspace it is the |cos| of every principal angle; without a reference
// there is none. Where there is no filter, Glance returns an error of circuit.ErrNotLinear and
// the measures that need no filter.
func (r *Reference) Glance(c *circuit.Circuit, look *Look) (Point, []float64, error) {
	k := c.Outputs().Len()
	if k*c.Inputs().Len() > kernel.MostKept {
		defer look.forget()
	}
	if look.lateral.IsEmpty() {
		look.lateral.ReuseAs(k, k)
	}
	lateral := &look.lateral
	c.MTo(lateral.RawMatrix().Data)
	p := NewPoint(c.StepCount())
	p.LateralRatio = lateralRatio(c, lateral)
	finds := r != nil && c.Spec().Network.FindsPrincipal()
	if !finds && !look.Health {
		return p, nil, nil
	}
	err := c.FilterTo(&look.filter)
	switch {
	case err != nil && finds:
		return p, unknown(k), err
	case errors.Is(err, circuit.ErrNotLinear):
		return p, nil, nil
	case err != nil:
		return p, nil, err
	}
	if look.Health {
		p.SettlingError, p.SpectralRadius, _ = r.health(c, &look.filter, lateral, &look.exact)
	}
	if !finds {
		return p, nil, nil
	}
	estimate := &look.estimate
	c.EstimateTo(estimate, &look.filter, r.Eigenvalues)
	p.Error = wording.Number(subspace.ProcrustesError(estimate, r.Basis))
	if !look.Cosines {
		return p, nil, nil
	}
	if c.Spec().Network.Finds != circuit.Subspace {
		return p, r.alignment(c.Spec().Network.Finds, estimate), nil
	}
	cosines := subspace.PrincipalAngles(estimate, r.Basis)
	for k, angle := range cosines {
		cosines[k] = math.Cos(angle)
	}
	return p, cosines, nil
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
