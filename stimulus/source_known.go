package stimulus

import (
	"twophase/internal/numerics/kernel"
	"twophase/stimulus/covariance"
)

// This file has interfaces for the ground truth of a source, which measures ask for.

// heldOut is the purpose of the random stream of held-out stimuli.
const heldOut = "held-out stimulus"

// A Population is a source of which the mean and the covariance are known.
type Population interface {
	Seekable

	// Mean returns E[x] [N].
	Mean() []float64

	// Covariance returns E[(x − E[x])(x − E[x])ᵀ]. It promises a tolerance.
	Covariance() *covariance.Matrix

	// HeldOut returns a source of further stimuli of the same population, from the first
	// one on. They come from a random stream of their own and are independent of those of
	// this source. The returned source implements the same interfaces.
	HeldOut() Population
}

// TwoViews is a population whose inputs are two views with known canonical correlations.
type TwoViews interface {
	Population

	// Views returns the two views.
	Views() []View

	// Canonical returns the k largest canonical correlations and their directions, the
	// columns of a matrix [N×k], row-major: the rows of the first view hold v_x, those of
	// the second view v_y, with v_xᵀ C_xx v_x = v_yᵀ C_yy v_y = 1 and v_xᵀ C_xy v_y = ρ.
	// It returns an error where the top k directions are not defined.
	Canonical(k int) (correlations, directions []float64, err error)
}

// Slow is a population that is a stationary process with known slowest directions.
type Slow interface {
	Population

	// Lagged returns the covariance of successive stimuli, E[x_t x_{t−1}ᵀ], which is
	// symmetric.
	Lagged() *covariance.Matrix

	// Slowest returns the k largest autocorrelations that a projection of the stimuli
	// can have, and the directions d for which dᵀx has them, the columns of a matrix
	// [N×k], row-major, with dᵀ C d = 1. It returns an error where the slowest subspace
	// of k dimensions is not defined.
	Slowest(k int) (autocorrelations, directions []float64, err error)
}

// Mixed is a population that mixes independent sources.
type Mixed interface {
	Population

	// SourceCount returns R, the number of sources.
	SourceCount() int

	// Sources fills s [R] with the sources of the last stimulus. It panics before the
	// first one.
	Sources(s []float64)

	// Mixing returns the mixing matrix A [N×R], row-major: x = A s.
	Mixing() []float64
}

// Labelled is a population whose stimuli belong to clusters.
type Labelled interface {
	Population
	Labels

	// Centres returns the centres of the clusters, the rows of a matrix [clusters×N].
	Centres() []float64
}

// Labels are the clusters, or classes, of stimuli.
type Labels interface {
	// Clusters returns the number of clusters.
	Clusters() int

	// Label returns the cluster of the last stimulus, counted from 0. It panics before
	// the first one.
	Label() int

	// LabelName returns how that cluster is called where the labels come from.
	LabelName() string
}

// SecondMoments returns E[x xᵀ], the covariance about zero: what a network sees that does
// not subtract the mean.
func SecondMoments(p Population) *covariance.Matrix {
	c, mean := p.Covariance(), p.Mean()
	for i, m := range mean {
		kernel.Axpy(c.Row(i), m, mean)
	}
	return c
}

// View is a range of inputs under one name: those of one population of a circuit.
type View struct {
	Name   string
	From   int // its first input, counted from 0
	Inputs int
}
