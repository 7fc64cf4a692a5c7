package stimulus

import (
	"fmt"
	"math"
	"slices"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
	"twophase/stimulus/covariance"
)

// SlowFeatures yields a stationary Gaussian process of mean 0 that mixes N latents of
// different speeds, x_t = A s_t. It never ends. Latent k has variance 1 and, from one
// stimulus to the next, the autocorrelation ρ_k:
//
//	s_t = ρ s_{t−1} + √(1−ρ²) ξ_t,  E[s_t s_{t−l}] = ρˡ.
//
// It forgets itself in −1/ln ρ steps. So C = A Aᵀ and E[x_t x_{t−1}ᵀ] = A diag(ρ) Aᵀ. The
// slowest directions are the first columns of A⁻ᵀ.
//
// The mixing depends on (seed, trial), the innovations ξ_t on (seed, trial, step). The process
// begins anew every few thousand steps, so that it can continue from any step at a bounded
// cost. Each new beginning lies so far back that what the process forgot is below the
// rounding error: ρ^memory ≤ 2⁻⁵³. The distribution is that of a process without beginnings.
type SlowFeatures struct {
	autocorrelations, fresh []float64 // ρ, √(1−ρ²) [N]
	memory                  uint64    // stimuli after which ρ has forgotten everything
	mixing                  *mixing
	seed, trial             uint64
	stream                  random.Stream

	batch
	latents [][]float64
	state   []float64 // s of stimulus number at [N]
	at      uint64    // 0: there is none
	news    []float64 // ξ [N]
	zeros   [][]float64
}

// memories is the number of stimuli between two new beginnings, in units of memory.
const memories = 4

// mostAutocorrelation bounds the memory, to 2²² stimuli.
const mostAutocorrelation = 1 - 1e-5

// NewSlowFeatures returns the source of n inputs. The autocorrelations are between
// −(1 − 1e-5) and 1 − 1e-5, from the largest; the last of fewer than n stands for all further ones. The
// condition number of the mixing is 1 or more: the covariance has eigenvalues from 1 to
// 1/condition².
func NewSlowFeatures(n int, autocorrelations []float64, condition float64, seed, trial uint64) (*SlowFeatures, error) {
	fail := func(err error) (*SlowFeatures, error) { return nil, fmt.Errorf("building slow features: %w", err) }
	if err := checkFalling("autocorrelation", autocorrelations, -1); err != nil {
		return fail(err)
	}
	if err := checkCondition(condition); err != nil {
		return fail(err)
	}
	for i, rho := range autocorrelations {
		if rho > mostAutocorrelation || rho < -mostAutocorrelation {
			return fail(fmt.Errorf("autocorrelation %d is %v: give numbers between −%v and %[3]v", i+1, rho, mostAutocorrelation))
		}
	}
	if n < len(autocorrelations) {
		return fail(fmt.Errorf("%d autocorrelations of stimuli of %d inputs: give at most one for each", len(autocorrelations), n))
	}
	f := &SlowFeatures{autocorrelations: slices.Clone(autocorrelations), seed: seed, trial: trial, memory: 1}
	for len(f.autocorrelations) < n {
		f.autocorrelations = append(f.autocorrelations, autocorrelations[len(autocorrelations)-1])
	}
	for _, rho := range f.autocorrelations {
		f.fresh = append(f.fresh, math.Sqrt(math.FMA(-rho, rho, 1)))
		f.memory = max(f.memory, memoryOf(rho))
	}
	f.mixing = drawMixing(n, n, condition, seed, trial, "mixing")
	return f.drawing("stimulus"), nil
}

// memoryOf returns the smallest power of 2 for which |ρ|^memory ≤ 2⁻⁵³.
func memoryOf(rho float64) uint64 {
	memory := uint64(1)
	for p := math.Abs(rho); p > 0x1p-53; p *= p {
		memory *= 2
	}
	return memory
}

// drawing returns a source of the same population that draws from the stream of a purpose.
// It reads only what no stimulus changes, so that another goroutine may draw meanwhile.
func (f *SlowFeatures) drawing(purpose string) *SlowFeatures {
	n := f.Inputs()
	g := SlowFeatures{autocorrelations: f.autocorrelations, fresh: f.fresh, memory: f.memory, mixing: f.mixing, seed: f.seed, trial: f.trial}
	g.stream, g.batch = random.New(f.seed, f.trial, purpose), newBatch(n)
	g.latents, g.zeros = newVectors(together, n), newVectors(together, n)
	g.state, g.news, g.at = kernel.Aligned(n), kernel.Aligned(n), 0
	return &g
}

// Inputs returns N.
func (f *SlowFeatures) Inputs() int { return len(f.autocorrelations) }

// Next fills x [N] with the next stimulus. It never fails and does not allocate.
func (f *SlowFeatures) Next(x []float64) error {
	CheckLength(x, f.Inputs())
	if f.used() {
		f.draw()
	}
	f.yield(x)
	return nil
}

// draw draws the next stimuli.
func (f *SlowFeatures) draw() {
	for s, latents := range f.latents {
		f.advance(f.step + 1 + uint64(s))
		copy(latents, f.state)
	}
	f.mixing.packed.Combine(f.stimuli, 0, f.zeros, f.latents)
	f.yielded = 0
}

// advance computes the state at a stimulus, from the beginning of its block.
func (f *SlowFeatures) advance(to uint64) {
	length := memories * f.memory
	block := (to - 1) / length
	if from := block*length + 1; f.at == 0 || f.at > to || f.at < from {
		if f.at = 1; from > f.memory {
			f.at = from - f.memory
		}
		f.stream.Normals(f.state, f.at)
	}
	for f.at < to {
		f.at++
		f.stream.Normals(f.news, f.at)
		for k, rho := range f.autocorrelations {
			f.state[k] = math.FMA(rho, f.state[k], float64(f.fresh[k]*f.news[k]))
		}
	}
}

// Mean returns zeros [N].
func (f *SlowFeatures) Mean() []float64 { return make([]float64, f.Inputs()) }

// Covariance returns A Aᵀ.
func (f *SlowFeatures) Covariance() *covariance.Matrix {
	return f.mixing.spread(slices.Repeat([]float64{1}, f.Inputs()))
}

// HeldOut implements Population.
func (f *SlowFeatures) HeldOut() Population { return f.drawing(heldOut) }

// Lagged implements Slow.
func (f *SlowFeatures) Lagged() *covariance.Matrix { return f.mixing.spread(f.autocorrelations) }

// Slowest implements Slow.
func (f *SlowFeatures) Slowest(k int) (autocorrelations, directions []float64, err error) {
	switch n := f.Inputs(); {
	case k < 1 || k > n:
		return nil, nil, fmt.Errorf("no %d slow directions of %d inputs: ask for 1 to %d", k, n, n)
	case k == n:
		return nil, nil, fmt.Errorf("all %d slow directions span the whole space, whatever the stimuli: ask for fewer", n)
	case f.autocorrelations[k-1] == f.autocorrelations[k]:
		return nil, nil, fmt.Errorf("the first %d slow directions are not defined: autocorrelations %d and %d are both %v", k, k, k+1, f.autocorrelations[k])
	}
	return slices.Clone(f.autocorrelations[:k]), matrixOf(f.mixing.dual[:k]), nil
}
