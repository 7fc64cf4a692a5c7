package turnstudies

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/internal/measure"
	"twophase/internal/run/training"
	"twophase/stimulus"
)

// learner is a circuit to be: ifPSP with some gains, τ, turns and rate.
type learner struct {
	gains []float64
	tau   float64
	turns int
	rate  circuit.Rate
}

// seen is what a circuit came to.
type seen struct {
	err, radius float64 // E_Pro, and the spectral radius of M_d⁻¹M_o; +Inf if it diverged
	scales      []float64
	state       *measure.LateralState // nil if it is in none, or diverged
}

// trapped reports whether the circuit is in a lateral state.
func (s seen) trapped() bool { return !(s.radius < 0.5) }

// learn has some circuits learn from the same stimuli, and measures them. Basis has the principal
// components of the stimuli [N×n] and spectrum their eigenvalues, of at least as many as a circuit
// has outputs.
func learn(ctx context.Context, source stimulus.Source, basis *mat.Dense, spectrum []float64, learners []learner, steps int, seed, trial uint64) ([]seen, error) {
	n := source.Inputs()
	var circuits []*circuit.Circuit
	for _, l := range learners {
		network, err := circuit.IfPSP.Turning(l.turns)
		if err != nil {
			return nil, err
		}
		c, err := circuit.New(circuit.Spec{Network: network, Inputs: n, Gains: l.gains, Tau: l.tau, Rate: l.rate, Seed: seed, Trial: trial})
		if err != nil {
			return nil, err
		}
		circuits = append(circuits, c)
	}
	turns := training.NewTurns(source, circuits...)
	if err := turns.Run(ctx, steps, nil); err != nil {
		return nil, err
	}
	found := make([]seen, len(learners))
	for i, l := range turns.Learners {
		k := len(learners[i].gains)
		reference := &measure.Reference{Basis: mat.DenseCopyOf(basis.Slice(0, n, 0, k)), Eigenvalues: spectrum[:k]}
		var err error
		if found[i], err = look(l, reference); err != nil {
			return nil, fmt.Errorf("%d turns, K = %d: %w", learners[i].turns, k, err)
		}
	}
	return found, nil
}

// look measures a circuit that has learnt.
func look(l *training.Learner, reference *measure.Reference) (seen, error) {
	diverged := seen{err: math.Inf(1), radius: math.Inf(1)}
	if l.Err == nil {
		l.Err = l.CheckWeights()
	}
	var divergence *circuit.Divergence
	if errors.As(l.Err, &divergence) {
		return diverged, nil
	}
	if l.Err != nil {
		return seen{}, l.Err
	}
	m, err := reference.Measure(l.Circuit)
	if err != nil {
		return seen{}, err
	}
	s := seen{err: float64(m.Error), radius: float64(m.SpectralRadius), scales: slices.Clone(l.Outputs().Scales())}
	if math.IsNaN(s.err) || math.IsNaN(s.radius) {
		return diverged, nil
	}
	s.state = reference.State(l.Circuit, m)
	return s, nil
}

// gaussian has some circuits learn from Gaussian stimuli.
func gaussian(ctx context.Context, spectrum []float64, learners []learner, steps int, seed, trial uint64) ([]seen, error) {
	source, err := stimulus.NewGaussian(spectrum, seed, trial)
	if err != nil {
		return nil, err
	}
	k := len(learners[0].gains)
	basis, err := source.Basis(k)
	if err != nil {
		return nil, err
	}
	return learn(ctx, source, mat.NewDense(source.Inputs(), k, basis), spectrum, learners, steps, seed, trial)
}

// papers are learners with the paper's gains and τ, for some numbers of turns.
func papers(k int, rate circuit.Rate, turns ...int) (all []learner) {
	for _, s := range turns {
		all = append(all, learner{circuit.LinearGains(k, 1, lastGain), tau, s, rate})
	}
	return all
}

// fraction returns the fraction of circuits that are trapped.
func fraction(all []seen) float64 {
	n := 0.
	for _, s := range all {
		if s.trapped() {
			n++
		}
	}
	return n / float64(len(all))
}

// errors returns E_Pro of some circuits, ascending.
func errorsOf(all []seen) (e []float64) {
	for _, s := range all {
		e = append(e, s.err)
	}
	slices.Sort(e)
	return e
}
