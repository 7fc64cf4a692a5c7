package stimulus

import (
	"fmt"
	"math"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
	"twophase/stimulus/covariance"
)

// Mixture yields mixtures x = A s of R independent, non-negative sources. It never ends.
// The sources are sparse and uniform: s_k is 0 with the probability p, its silence, and
// else uniform between 0 and c, where
//
//	c = 1/√(q/3 − q²/4),  q = 1 − p,
//
// gives it variance 1; its mean is qc/2. At p = 1/2 these are the sources of Bio-NICA,
// with c = √(48/5). Stimuli are independent, with the mean A E[s] and the covariance A Aᵀ.
//
// The mixing depends on (seed, trial), the stimulus on (seed, trial, step).
type Mixture struct {
	mixing      *mixing
	silence     float64
	largest     float64 // c
	seed, trial uint64
	stream      random.Stream

	batch
	sources [][]float64 // of each stimulus of the batch [R]
	zeros   [][]float64
}

// NewMixture returns a mixture of r sources in n ≥ r inputs. The mixing has singular values
// from 1 to 1/condition; the silence is 0 or more and below 1.
func NewMixture(n, r int, silence, condition float64, seed, trial uint64) (*Mixture, error) {
	err := checkCondition(condition)
	if r < 1 || r > n {
		err = fmt.Errorf("%d sources in %d inputs: give 1 to as many as there are inputs", r, n)
	}
	if err != nil {
		return nil, fmt.Errorf("building a mixture: %w", err)
	}
	return newMixture(drawMixing(n, r, condition, seed, trial, "mixing"), silence, seed, trial)
}

// NewMixtureBy is NewMixture with a given mixing matrix A [N×R], row-major, of independent
// columns.
func NewMixtureBy(matrix []float64, r int, silence float64, seed, trial uint64) (*Mixture, error) {
	n := 0
	if r > 0 {
		n = len(matrix) / r
	}
	m, err := giveMixing(matrix, n, r)
	if err != nil {
		return nil, fmt.Errorf("building a mixture: %w", err)
	}
	return newMixture(m, silence, seed, trial)
}

func newMixture(m *mixing, silence float64, seed, trial uint64) (*Mixture, error) {
	if !(silence >= 0 && silence < 1) {
		return nil, fmt.Errorf("building a mixture: silence %v of the sources: give a probability from 0 to below 1", silence)
	}
	q := 1 - silence
	x := &Mixture{mixing: m, silence: silence, largest: 1 / math.Sqrt(q/3-float64(q*q)/4), seed: seed, trial: trial}
	return x.drawing("stimulus"), nil
}

// drawing returns a source of the same population that draws from the stream of a purpose.
// It reads only what no stimulus changes, so that another goroutine may draw meanwhile.
func (m *Mixture) drawing(purpose string) *Mixture {
	x, n := Mixture{mixing: m.mixing, silence: m.silence, largest: m.largest, seed: m.seed, trial: m.trial}, m.Inputs()
	x.stream, x.batch = random.New(m.seed, m.trial, purpose), newBatch(n)
	x.sources, x.zeros = newVectors(together, m.SourceCount()), newVectors(together, n)
	return &x
}

// Inputs returns N.
func (m *Mixture) Inputs() int { return len(m.mixing.columns[0]) }

// Next fills x [N] with the next stimulus. It never fails and does not allocate.
func (m *Mixture) Next(x []float64) error {
	CheckLength(x, m.Inputs())
	if m.used() {
		m.draw()
	}
	m.yield(x)
	return nil
}

// draw draws the next stimuli.
func (m *Mixture) draw() {
	for s, sources := range m.sources {
		m.drawSources(sources, m.step+1+uint64(s))
	}
	m.mixing.packed.Combine(m.stimuli, 0, m.zeros, m.sources)
	m.yielded = 0
}

// drawSources draws the sources of one stimulus.
func (m *Mixture) drawSources(s []float64, step uint64) {
	m.stream.Uniforms(s, step)
	scale := m.largest / (1 - m.silence)
	for k, u := range s {
		s[k] = float64(max(0, u-m.silence) * scale)
	}
}

// Mean returns A E[s] [N].
func (m *Mixture) Mean() []float64 {
	mean := kernel.Aligned(m.Inputs())
	for _, column := range m.mixing.columns {
		kernel.Axpy(mean, (1-m.silence)*m.largest/2, column)
	}
	return mean
}

// Covariance returns A Aᵀ.
func (m *Mixture) Covariance() *covariance.Matrix {
	ones := make([]float64, m.SourceCount())
	for k := range ones {
		ones[k] = 1
	}
	return m.mixing.spread(ones)
}

// HeldOut implements Population.
func (m *Mixture) HeldOut() Population { return m.drawing(heldOut) }

// SourceCount implements Mixed.
func (m *Mixture) SourceCount() int { return len(m.mixing.columns) }

// Sources implements Mixed.
func (m *Mixture) Sources(s []float64) {
	CheckLength(s, m.SourceCount())
	m.drawSources(s, m.after("Sources"))
}

// Mixing implements Mixed.
func (m *Mixture) Mixing() []float64 { return matrixOf(m.mixing.columns) }
