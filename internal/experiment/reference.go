package experiment

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/subspace"
	"twophase/stimulus"
)

// reference is what the measures compare a circuit with: the principal
// subspace of its stimuli. A nil *reference measures what needs none.
type reference struct {
	kind        string        // what it is, for the summary
	basis       *mat.Dense    // U_K [N×K]
	eigenvalues []float64     // the top K
	covariance  mat.Symmetric // G [N×N], nil where it is too large to hold
	spectrum    []float64     // [N] if the stimuli are samples of a population, else nil
	within      *mat.Dense    // U_K in the basis of the subspace that turns [K×K], if the stimuli of a file are to turn
}

// covarianceLimit is the largest N for which a population's covariance is held.
const covarianceLimit = 2048

// population is Gaussian stimuli as of the present step.
type population interface {
	Inputs() int
	Basis(k int) ([]float64, error)
	Spectrum() []float64
	Covariance() *stimulus.Covariance
}

// populationReference returns the reference of Gaussian stimuli. It returns an
// error where the top k directions are not defined.
func populationReference(g population, k int) (*reference, error) {
	basis, err := g.Basis(k)
	if err != nil {
		return nil, err
	}
	r := &reference{
		kind:        "the population covariance",
		basis:       mat.NewDense(g.Inputs(), k, basis),
		eigenvalues: g.Spectrum()[:k],
		spectrum:    g.Spectrum(),
	}
	if g.Inputs() <= covarianceLimit {
		r.covariance = mat.NewSymDense(g.Inputs(), g.Covariance().Matrix())
	}
	return r, nil
}

// definiteGap is the least difference between two eigenvalues, relative to the
// largest, that makes their eigenvectors definite.
const definiteGap = 1e-12

// batchReference returns the batch PCA of the stimuli that have the second
// moments g. It returns an error where the top k directions are not defined.
func batchReference(g *stimulus.Covariance, k int) (*reference, error) {
	n := g.Inputs()
	if k == n {
		return nil, fmt.Errorf("all %d principal directions span the whole space, whatever the stimuli: ask for fewer outputs", n)
	}
	values, vectors, err := g.Principal(k + 1)
	if err != nil {
		return nil, err
	}
	if !(values[k-1]-values[k] > definiteGap*values[0]) {
		return nil, fmt.Errorf("the first %d principal directions of the stimuli are not defined: eigenvalues %d and %d of their covariance are %.3g and %.3g",
			k, k, k+1, values[k-1], values[k])
	}
	basis := mat.DenseCopyOf(mat.NewDense(n, k+1, vectors).Slice(0, n, 0, k))
	return &reference{
		kind:        "batch PCA of the file's stimuli",
		basis:       basis,
		eigenvalues: values[:k],
		covariance:  mat.NewSymDense(g.Inputs(), g.Matrix()),
	}, nil
}

// Measures tells how well a circuit does at one moment. A measure that is not
// defined, or needs a reference that there is not, is NaN and null in JSON.
type Measures struct {
	Error            Number   `json:"e_pro"`                   // E_Pro(Û)
	ProjectorError   Number   `json:"projector_error"`         // ‖P̂ − P‖_F
	Alignment        []Number `json:"alignment"`               // |cos| of every component, of outputs in any order if the network finds it in any
	Angles           []Number `json:"principal_angles"`        // radians, ascending
	OutputCovariance Number   `json:"output_covariance_error"` // relative, against Λ G_K Λ or Λ²
	SettlingError    Number   `json:"settling_error"`          // ‖y − M⁻¹Wx‖/‖M⁻¹Wx‖, root mean square
	SpectralRadius   Number   `json:"spectral_radius"`         // of M_d⁻¹M_o
	LateralRatio     Number   `json:"lateral_ratio"`           // ‖M_o‖_F/‖M‖_F
}

// measure takes all measures. It returns an error if the circuit's neural
// phases fail.
func (r *reference) measure(c *circuit.Circuit) (Measures, error) {
	m := Measures{Error: nan, ProjectorError: nan, OutputCovariance: nan, SettlingError: nan}
	filter, err := c.Filter()
	if err != nil {
		return m, err
	}
	k, n := filter.Dims()
	lateral := mat.NewDense(k, k, c.M())
	m.LateralRatio = Number(subspace.LateralRatio(lateral))
	drive := mat.NewDense(k, n, c.Feedforward().Weights())
	release(c, drive, lateral)
	m.SpectralRadius = Number(subspace.SpectralRadius(lateral))
	var g mat.Symmetric
	if r != nil {
		estimate := c.Estimate(filter, r.eigenvalues)
		m.Error = Number(subspace.ProcrustesError(estimate, r.basis))
		m.ProjectorError = Number(subspace.ProjectorError(estimate, r.basis))
		m.Alignment = numbers(r.alignment(c, estimate))
		m.Angles = numbers(subspace.PrincipalAngles(estimate, r.basis))
		if g = r.covariance; g != nil && c.Spec().Network.HasTarget() {
			m.OutputCovariance = Number(subspace.OutputCovarianceError(filter, g, r.target(c)))
		}
	}
	// Where M is singular there is nothing to settle to, and no settling error.
	exact, err := subspace.ExactFilter(drive, lateral)
	if err == nil {
		if m.SettlingError = Number(subspace.SettlingError(filter, exact, g)); mat.Norm(filter, 2) == 0 && mat.Norm(exact, 2) == 0 {
			m.SettlingError = 0 // it answers to nothing, as it would if it settled
		}
	}
	return m, nil
}

// release takes from W [K×N] and M [K×K] what clamped neurons do not listen to, as
// if they were clamped to 0: like the filter, what is left is the linear part.
func release(c *circuit.Circuit, w, m *mat.Dense) {
	for i := range c.Outputs().Len() {
		if _, clamped := c.Outputs().Clamped(i); clamped {
			clear(w.RawRowView(i))
			row, scale := m.RawRowView(i), m.At(i, i)
			clear(row)
			row[i] = scale
		}
	}
	for j := range c.Inputs().Len() {
		if _, clamped := c.Inputs().Clamped(j); clamped {
			for i := range c.Outputs().Len() {
				w.Set(i, j, 0)
			}
		}
	}
}

// glance takes the measures that are followed through a run, those of the subspace if
// it is, and the |cos| of every component, nil without a reference.
func (r *reference) glance(c *circuit.Circuit, followed bool) (Point, []float64, error) {
	k := c.Outputs().Len()
	p := Point{
		Step:         c.StepCount(),
		Error:        nan,
		LateralRatio: Number(subspace.LateralRatio(mat.NewDense(k, k, c.M()))),
		Subspace:     nan,
		Alignment:    nan,
	}
	if r == nil {
		return p, nil, nil
	}
	filter, err := c.Filter()
	if err != nil {
		return p, nil, err
	}
	estimate := c.Estimate(filter, r.eigenvalues)
	p.Error = Number(subspace.ProcrustesError(estimate, r.basis))
	alignment := r.alignment(c, estimate)
	if followed {
		p.Subspace = subspaceError(subspace.ProjectorError(estimate, r.basis), k)
		p.Alignment, _ = meanWorst(numbers(alignment))
	}
	return p, alignment, nil
}

// alignment returns the |cos| of every component and the output that is to find it: its
// own, or any.
func (r *reference) alignment(c *circuit.Circuit, estimate *mat.Dense) []float64 {
	if c.Spec().Network.Finds == circuit.UnorderedComponents {
		return subspace.UnorderedAlignment(estimate, r.basis)
	}
	return subspace.Alignment(estimate, r.basis)
}

// target returns the output variances that the network is meant to reach [K]:
// λ_i²·m_i, or λ_i² for one that whitens.
func (r *reference) target(c *circuit.Circuit) []float64 {
	target := make([]float64, len(r.eigenvalues))
	for i, gain := range c.Outputs().Gains() {
		target[i] = gain * gain
		if !c.Spec().Network.Whitens {
			target[i] *= r.eigenvalues[i]
		}
	}
	return target
}

// against is what a summary says of a reference.
type against struct {
	kind      string // empty if there is none
	floor     Number // E_Pro that batch PCA is expected to have on as many samples
	isotropic bool   // the settling error is over isotropic stimuli, for want of a covariance
}

// usefulFloor is the E_Pro up to which the first-order formula of the floor
// says something.
const usefulFloor = 0.1

// against tells of the reference for so many samples.
func (r *reference) against(samples int) against {
	a := against{floor: nan, isotropic: true}
	if r == nil {
		return a
	}
	a.kind, a.isotropic = r.kind, r.covariance == nil
	if r.spectrum != nil {
		if floor := subspace.BatchFloor(r.spectrum, len(r.eigenvalues), samples); floor < usefulFloor {
			a.floor = Number(floor)
		}
	}
	return a
}

var nan = Number(math.NaN())
