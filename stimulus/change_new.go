package stimulus

import (
	"fmt"
	"slices"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
)

// NewChanging makes the stimuli of g changeable. g must not be used elsewhere any more. Its
// first k principal directions span the subspace that Rotate and Drift turn; with k = 0
// they are errors.
func NewChanging(g *Gaussian, k int) (*Changing, error) {
	if n := g.Inputs(); k < 0 || k > n {
		return nil, fmt.Errorf("stimuli of %d inputs have no subspace of %d dimensions: give 1 to %d, or 0 if none is to turn", n, k, n)
	}
	c := newChanging(g, g.seed, g.trial)
	c.gaussian, c.spectrum, c.k = g, g.spectrum, k
	return c, nil
}

// A Subspace is what NewChangingFile needs to know of the source's stimuli.
type Subspace struct {
	// The principal directions, the columns of a matrix [N×K], row-major: the subspace that
	// turns. They are made orthonormal. Their bits reach the stimuli: take them from
	// covariance.Matrix.Subspace. Nil: nothing can turn.
	Basis []float64
	// The mean [N], about which stimuli are correlated. Nil: 0.
	Mean []float64
}

// NewChangingFile makes the stimuli of any source changeable. The source must not be used
// elsewhere any more. The randomness of their changes is keyed by the seed and the trial.
func NewChangingFile(source Seekable, s Subspace, seed, trial uint64) (*Changing, error) {
	c := newChanging(source, seed, trial)
	n := source.Inputs()
	k := len(s.Basis) / n
	switch {
	case s.Mean != nil && len(s.Mean) != n:
		return nil, fmt.Errorf("a mean of %d inputs for stimuli of %d", len(s.Mean), n)
	case len(s.Basis) != k*n || k > n:
		return nil, fmt.Errorf("%d numbers are no matrix of principal directions of %d inputs: give %d rows of up to as many", len(s.Basis), n, n)
	}
	if err := CheckFinite(s.Basis); err != nil {
		return nil, err
	}
	if err := CheckFinite(s.Mean); err != nil {
		return nil, fmt.Errorf("the mean: %w", err)
	}
	c.mean = slices.Clone(s.Mean)
	for j := range k {
		u := kernel.Aligned(n)
		for i := range u {
			u[i] = s.Basis[i*k+j]
		}
		before := kernel.Normalize(u)
		kernel.Orthogonalize(u, c.base)
		if !(before > 0 && kernel.Normalize(u) > 1e-6) {
			return nil, fmt.Errorf("principal direction %d is a combination of those before it: give independent ones", j+1)
		}
		c.base = append(c.base, u)
	}
	c.k = k
	return c, nil
}

func newChanging(source Seekable, seed, trial uint64) *Changing {
	return &Changing{
		world: world{
			inputs: source.Inputs(),
			planes: random.New(seed, trial, "turning planes"),
			noises: random.New(seed, trial, "stimulus noise"),
		},
		source: source,
		step:   source.Step(),
		due:    never,
	}
}

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
