package stimulus

import (
	"fmt"
	"math"
	"slices"

	"twophase/internal/numerics/random"
	"twophase/stimulus/covariance"
)

// CorrelatedViews yields two views x [N_x] and y [N_y] of the same things, one behind the
// other in every stimulus: independent Gaussian stimuli of mean 0 with given canonical
// correlations ρ_1 ≥ ρ_2 ≥ …. It never ends.
//
// Each view mixes white latents, x = A_x a and y = A_y b with E[a aᵀ] = E[b bᵀ] = I. Latent
// k of the one correlates with latent k of the other, b_k = ρ_k a_k + √(1−ρ_k²) ζ_k, and
// with no other. So
//
//	C_xx = A_x A_xᵀ,  C_yy = A_y A_yᵀ,  C_xy = A_x diag(ρ) A_yᵀ,
//
// and the canonical directions are the columns of A_x⁻ᵀ and A_y⁻ᵀ.
//
// The mixings depend on (seed, trial), the stimulus on (seed, trial, step).
type CorrelatedViews struct {
	views        [2]View
	correlations []float64 // [min(N_x, N_y)]
	fresh        []float64 // √(1−ρ²)
	mixings      [2]*mixing
	seed, trial  uint64
	stream       random.Stream

	batch
	latents [][]float64    // a, then b, of each stimulus of the batch
	parts   [2][][]float64 // the latents of each view
	seen    [2][][]float64 // and what the stimuli have of it
	zeros   [][]float64
}

// NewCorrelatedViews returns the source of two views with the given names and numbers of
// inputs. View.From is ignored. The correlations are 0 to 1, from the largest, at most as
// many as the smaller view has inputs; those that are not given are 0. The condition number
// of each mixing is 1 or more: the covariance of a view has eigenvalues from 1 to
// 1/condition².
func NewCorrelatedViews(views [2]View, correlations []float64, condition float64, seed, trial uint64) (*CorrelatedViews, error) {
	fail := func(err error) (*CorrelatedViews, error) {
		return nil, fmt.Errorf("building correlated views: %w", err)
	}
	least := min(views[0].Inputs, views[1].Inputs)
	views[0].From, views[1].From = 0, views[0].Inputs
	switch {
	case least < 1:
		return fail(fmt.Errorf("views of %d and %d inputs: each needs at least 1", views[0].Inputs, views[1].Inputs))
	case views[0].Name == "" || views[0].Name == views[1].Name:
		return fail(fmt.Errorf("the views are called %q and %q: give them different names", views[0].Name, views[1].Name))
	case len(correlations) > least:
		return fail(fmt.Errorf("%d canonical correlations of views of %d and %d inputs: there are at most %d", len(correlations), views[0].Inputs, views[1].Inputs, least))
	}
	if err := checkFalling("canonical correlation", correlations, 0); err != nil {
		return fail(err)
	}
	if err := checkCondition(condition); err != nil {
		return fail(err)
	}
	v := &CorrelatedViews{views: views, seed: seed, trial: trial}
	v.correlations = append(slices.Clone(correlations), make([]float64, least-len(correlations))...)
	for _, rho := range v.correlations {
		v.fresh = append(v.fresh, math.Sqrt(math.FMA(-rho, rho, 1)))
	}
	for i, purpose := range []string{"mixing of the first view", "mixing of the second view"} {
		v.mixings[i] = drawMixing(views[i].Inputs, views[i].Inputs, condition, seed, trial, purpose)
	}
	return v.drawing("stimulus"), nil
}

// drawing returns a source of the same population that draws from the stream of a purpose.
// It reads only what no stimulus changes, so that another goroutine may draw meanwhile.
func (v *CorrelatedViews) drawing(purpose string) *CorrelatedViews {
	n := v.Inputs()
	w := CorrelatedViews{views: v.views, correlations: v.correlations, fresh: v.fresh, mixings: v.mixings, seed: v.seed, trial: v.trial}
	w.stream, w.batch = random.New(v.seed, v.trial, purpose), newBatch(n)
	w.latents, w.zeros = newVectors(together, n), newVectors(together, n)
	for i, view := range v.views {
		w.parts[i], w.seen[i] = nil, nil
		for s := range together {
			w.parts[i] = append(w.parts[i], w.latents[s][view.From:view.From+view.Inputs])
			w.seen[i] = append(w.seen[i], w.stimuli[s][view.From:view.From+view.Inputs])
		}
	}
	return &w
}

// Inputs returns N_x + N_y.
func (v *CorrelatedViews) Inputs() int { return v.views[0].Inputs + v.views[1].Inputs }

// Next fills x [N] with the next stimulus. It never fails and does not allocate.
func (v *CorrelatedViews) Next(x []float64) error {
	CheckLength(x, v.Inputs())
	if v.used() {
		v.draw()
	}
	v.yield(x)
	return nil
}

// draw draws the next stimuli.
func (v *CorrelatedViews) draw() {
	for s, latents := range v.latents {
		v.stream.Normals(latents, v.step+1+uint64(s))
		a, b := v.parts[0][s], v.parts[1][s]
		for k, rho := range v.correlations {
			b[k] = math.FMA(rho, a[k], float64(v.fresh[k]*b[k]))
		}
	}
	for i, m := range v.mixings {
		m.packed.Combine(v.seen[i], 0, v.zeros, v.parts[i])
	}
	v.yielded = 0
}

// Mean returns zeros [N].
func (v *CorrelatedViews) Mean() []float64 { return make([]float64, v.Inputs()) }

// Covariance returns the covariance of both views: C_xx and C_yy on its diagonal, C_xy
// beside them.
func (v *CorrelatedViews) Covariance() *covariance.Matrix {
	c := covariance.New(v.Inputs())
	for i, m := range v.mixings {
		at := v.views[i].From
		m.addTo(c, at, at, m, slices.Repeat([]float64{1}, v.views[i].Inputs))
	}
	v.mixings[0].addTo(c, 0, v.views[1].From, v.mixings[1], v.correlations)
	c.Mirror()
	return c
}

// HeldOut implements Population.
func (v *CorrelatedViews) HeldOut() Population { return v.drawing(heldOut) }

// Views implements TwoViews.
func (v *CorrelatedViews) Views() []View { return v.views[:] }

// Canonical implements TwoViews.
func (v *CorrelatedViews) Canonical(k int) (correlations, directions []float64, err error) {
	most := len(v.correlations)
	switch {
	case k < 1 || k > most:
		return nil, nil, fmt.Errorf("no %d canonical directions of views of %d and %d inputs: ask for 1 to %d", k, v.views[0].Inputs, v.views[1].Inputs, most)
	case k < most && v.correlations[k-1] == v.correlations[k]:
		return nil, nil, fmt.Errorf("the first %d canonical directions are not defined: canonical correlations %d and %d are both %v", k, k, k+1, v.correlations[k])
	case v.correlations[k-1] == 0:
		return nil, nil, fmt.Errorf("the first %d canonical directions are not defined: canonical correlation %d is 0", k, k)
	}
	var columns [][]float64
	for j := range k {
		columns = append(columns, slices.Concat(v.mixings[0].dual[j], v.mixings[1].dual[j]))
	}
	return slices.Clone(v.correlations[:k]), matrixOf(columns), nil
}
