package stimulus

import (
	"fmt"
	"math"
	"slices"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
	"twophase/stimulus/covariance"
)

// Gaussian yields independent stimuli x ~ N(0, R G̃ Rᵀ) with a given spectrum G̃
// and a Haar-random rotation R. It never ends.
//
// It draws them as follows. With f the smallest eigenvalue (the floor) and r the number of
// eigenvalues above it,
//
//	x = √f·z + Σ_{k≤r} √(g_k − f)·c_k·u_k,   z ~ N(0, I_N), c ~ N(0, I_r),
//
// has exactly this distribution and costs O(N·r), not O(N²).
//
// The rotation depends on (seed, trial), the stimulus on (seed, trial, step), so that twins
// have the same stimuli.
type Gaussian struct {
	spectrum  []float64       // [N], non-increasing
	columns   *kernel.Columns // u_1 … u_r [N×r]
	amplitude []float64       // √(g_k − f) [r]
	floor     float64         // √f
	seed      uint64
	trial     uint64
	stream    random.Stream

	batch
	normals [][]float64 // c [r], then z [N], of each stimulus of the batch, and up to a multiple of 8
	c, z    [][]float64 // the two parts of the normals
}

// NewGaussian returns the source with the eigenvalues spectrum [N], which must
// be finite, non-negative and in non-increasing order; the error names the entry
// that is not.
func NewGaussian(spectrum []float64, seed, trial uint64) (*Gaussian, error) {
	if err := checkSpectrum(spectrum); err != nil {
		return nil, fmt.Errorf("building a Gaussian stimulus: %w", err)
	}
	n := len(spectrum)
	g := &Gaussian{seed: seed, trial: trial, stream: random.New(seed, trial, "stimulus")}
	g.populate(slices.Clone(spectrum), random.Haar(n, aboveFloor(spectrum), random.New(seed, trial, "rotation")))
	return g, nil
}

// populate makes the source one of the population with the eigenvalues spectrum [N] and the
// given principal directions, each [N], at least as many as there are eigenvalues above the
// floor. It continues with the next stimulus.
func (g *Gaussian) populate(spectrum []float64, directions [][]float64) {
	n, r := len(spectrum), aboveFloor(spectrum)
	floor := spectrum[n-1]
	if g.columns == nil || len(g.amplitude) != r {
		g.columns, g.amplitude = kernel.NewColumns(n, r), make([]float64, r)
		g.stimuli, g.normals, g.c, g.z = newVectors(together, n), newVectors(together, (r+n+7)/8*8), nil, nil
		for _, normals := range g.normals {
			g.c, g.z = append(g.c, normals[:r]), append(g.z, normals[r:r+n])
		}
	}
	for k := range r {
		g.amplitude[k] = math.Sqrt(spectrum[k] - floor)
		g.columns.SetColumn(k, directions[k])
	}
	g.spectrum, g.floor, g.yielded = spectrum, math.Sqrt(floor), together
}

// Inputs returns N.
func (g *Gaussian) Inputs() int { return len(g.spectrum) }

// Next fills x [N] with the next stimulus. It never fails and does not allocate.
func (g *Gaussian) Next(x []float64) error {
	CheckLength(x, g.Inputs())
	if g.used() {
		g.draw()
	}
	g.yield(x)
	return nil
}

// draw draws the next stimuli.
func (g *Gaussian) draw() {
	g.stream.NormalRows(g.normals, g.step+1)
	for _, c := range g.c {
		for k, a := range g.amplitude {
			c[k] *= a
		}
	}
	g.columns.Combine(g.stimuli, g.floor, g.z, g.c)
	g.yielded = 0
}

// unpacked returns u_1 … u_r, each [N].
func (g *Gaussian) unpacked() [][]float64 {
	columns := make([][]float64, len(g.amplitude))
	for k := range columns {
		columns[k] = make([]float64, g.Inputs())
		g.columns.Column(columns[k], k)
	}
	return columns
}

// Spectrum returns a copy of the eigenvalues [N] of the covariance.
func (g *Gaussian) Spectrum() []float64 { return slices.Clone(g.spectrum) }

// Basis returns the first k principal directions of the population as the
// columns of a matrix [N×k], row-major: U_K. They span a definite subspace only
// if eigenvalue k is larger than eigenvalue k+1; otherwise Basis returns an error.
func (g *Gaussian) Basis(k int) ([]float64, error) {
	if err := checkDirections(g.spectrum, k); err != nil {
		return nil, err
	}
	n := g.Inputs()
	basis := make([]float64, n*k)
	u := make([]float64, n)
	for j := range k {
		g.columns.Column(u, j)
		for i, v := range u {
			basis[i*k+j] = v
		}
	}
	return basis, nil
}

// Covariance returns the covariance of the population, G = R G̃ Rᵀ.
func (g *Gaussian) Covariance() *covariance.Matrix { return covarianceOf(g.spectrum, g.unpacked()) }

// covarianceOf returns Σ_k g_k u_k u_kᵀ for the eigenvalues spectrum [N] and the
// directions of those above the floor, each [N].
func covarianceOf(spectrum []float64, columns [][]float64) *covariance.Matrix {
	c := covariance.New(len(spectrum))
	floor := spectrum[len(spectrum)-1]
	for i := range c.Inputs() {
		row := c.Row(i)
		for k, u := range columns {
			kernel.Axpy(row, (spectrum[k]-floor)*u[i], u)
		}
		row[i] += floor
	}
	c.Mirror()
	return c
}

// Mean returns zeros [N].
func (g *Gaussian) Mean() []float64 { return make([]float64, g.Inputs()) }

// HeldOut implements Population.
func (g *Gaussian) HeldOut() Population {
	h := &Gaussian{seed: g.seed, trial: g.trial, stream: random.New(g.seed, g.trial, heldOut)}
	h.populate(g.spectrum, g.unpacked())
	return h
}
