package measure

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit/activity"
	"twophase/circuit/subspace"
	"twophase/stimulus"
	"twophase/stimulus/covariance"
)

// This file holds how each declared measure is taken, once its needs are met.

func (e *examined) canonicalAngle() (value, best float64, err error) {
	_, directions, err := e.Known.(stimulus.TwoViews).Canonical(e.Outputs)
	return e.angle(directions, err)
}

func (e *examined) slowAngle() (value, best float64, err error) {
	_, directions, err := e.Known.(stimulus.Slow).Slowest(e.Outputs)
	return e.angle(directions, err)
}

// angle returns the largest principal angle, in degrees, between the rows of the filter and
// the columns of a matrix [N×K].
func (e *examined) angle(directions []float64, err error) (float64, float64, error) {
	if err != nil {
		return 0, 0, err
	}
	angles := subspace.PrincipalAngles(e.Filter.T(), mat.NewDense(e.Known.Inputs(), e.Outputs, directions))
	return angles[e.Outputs-1] * 180 / math.Pi, 0, nil
}

// slowness is tr((F C Fᵀ)⁻¹ F E[Δx Δxᵀ] Fᵀ)/K with Δx = x_t − x_{t−1}, which no rotation or
// scaling of the outputs changes. At best it is the mean of 2 − 2ρ of the slowest directions.
func (e *examined) slowness() (value, best float64, err error) {
	slow := e.Known.(stimulus.Slow)
	if most := slow.Inputs(); e.Outputs > most {
		return 0, 0, fmt.Errorf("there are more outputs than the %d inputs", most)
	}
	c, lagged := symmetric(slow.Covariance()), symmetric(slow.Lagged())
	var moved mat.SymDense
	moved.ScaleSym(-1, lagged)
	moved.AddSym(&moved, c)
	moved.ScaleSym(2, &moved)
	var still, change, white mat.Dense
	still.Product(e.Filter, c, e.Filter.T())
	change.Product(e.Filter, &moved, e.Filter.T())
	if norm := mat.Norm(&still, 2); norm == 0 || math.IsNaN(norm) || math.IsInf(norm, 0) {
		return math.NaN(), math.NaN(), nil
	}
	if err := white.Solve(&still, &change); err != nil {
		return 0, 0, fmt.Errorf("the outputs are not independent of one another, so that they cannot be made white")
	}
	best = math.NaN()
	if rho, _, err := slow.Slowest(e.Outputs); err == nil {
		best = 0
		for _, r := range rho {
			best += (2 - 2*r) / float64(len(rho))
		}
	}
	return mat.Trace(&white) / float64(e.Outputs), best, nil
}

func (e *examined) subspaceError() (value, best float64, err error) {
	return float64(e.ofEstimate().Subspace(e.Outputs)), 0, nil
}

func (e *examined) meanAlignment() (value, best float64, err error) {
	mean, _ := e.ofEstimate().MeanAlignment()
	return float64(mean), 1, nil
}

// ofEstimate returns the measures of the estimate of the principal directions.
func (e *examined) ofEstimate() Measures {
	return e.Reference.OfEstimate(e.Circuit.Estimate(e.Filter, e.Reference.Eigenvalues), e.Circuit.Spec().Network.Finds)
}

func symmetric(c *covariance.Matrix) *mat.SymDense { return mat.NewSymDense(c.Inputs(), c.Entries()) }

const whitenessName = "whiteness"

// knowsCovariance reports whether the covariance of the outputs is known without showing stimuli.
func (e *examined) knowsCovariance() bool {
	return e.Filter != nil && e.Known != nil && e.Known.Inputs() <= CovarianceLimit
}

// whiteness is that of the population where a filter and the covariance are known, and this is
// not too large, and else that of the outputs to the stimuli that were shown.
func (e *examined) whiteness() (value, best float64, err error) {
	if !e.knowsCovariance() {
		return activity.Whiteness(e.outputs), 0, nil
	}
	ones := make([]float64, e.Outputs)
	for i := range ones {
		ones[i] = 1
	}
	relative := subspace.OutputCovarianceError(e.Filter, symmetric(e.Known.Covariance()), ones)
	return relative * math.Sqrt(float64(e.Outputs)), 0, nil
}

func (e *examined) recover() *activity.Recovery {
	if e.recovery == nil {
		found := activity.Recover(e.outputs, e.sources)
		e.recovery = &found
	}
	return e.recovery
}

func (e *examined) sourceCorrelation() (value, best float64, err error) {
	return e.recover().Mean(), 1, nil
}

func (e *examined) sourceError() (value, best float64, err error) { return e.recover().Error, 0, nil }

func (e *examined) purity() (value, best float64, err error) {
	return activity.Purity(e.outputs, e.labels, e.clusters), 1, nil
}

// errAlone says why measures that compare neurons are absent.
var errAlone = errors.New("it compares neurons, and there is one only")

func (e *examined) sparseness() (value, best float64, err error) {
	if e.Outputs == 1 {
		return 0, 0, errAlone
	}
	return activity.Sparseness(e.outputs), math.NaN(), nil
}

func (e *examined) meanActivity() (value, best float64, err error) {
	return activity.MeanActivity(e.outputs), math.NaN(), nil
}

func (e *examined) largestCorrelation() (value, best float64, err error) {
	if e.Outputs == 1 {
		return 0, 0, errAlone
	}
	return activity.LargestCorrelation(e.outputs), math.NaN(), nil
}

func (e *examined) dimension() (value, best float64, err error) {
	return activity.Dimension(e.outputs), math.NaN(), nil
}

func (e *examined) silent() (value, best float64, err error) {
	return activity.Silent(e.outputs), 0, nil
}
