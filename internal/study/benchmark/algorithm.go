package benchmark

import (
	"context"
	"math"
	"slices"
	"time"

	"twophase/circuit"
	"twophase/internal/experiment/scene"
	"twophase/internal/files/interrupt"
	"twophase/internal/measure"
	"twophase/internal/measure/onlinepca"
	"twophase/internal/numerics/quantile"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
)

// learner is an algorithm that is not a circuit, at the start of a trial.
type learner struct {
	onlinepca.Learner
	stimuli *scene.Trial
	x       []float64
}

// newLearner returns the algorithm of a plan's trial, with the plan's stimuli, and with the rate, τ
// and initial weights of the plan's network if it has any.
func newLearner(a onlinepca.Algorithm, p *planning.Plan, trial int) (*learner, error) {
	spec := p.Spec
	spec.Trial = uint64(trial)
	c, err := circuit.New(spec)
	if err != nil {
		return nil, err
	}
	var weights []float64
	for i := range c.Outputs().Len() {
		weights = append(weights, c.Forward().Row(i)...)
	}
	stimuli, err := p.Stimuli.Trial(spec.Trial)
	if err != nil {
		return nil, err
	}
	return &learner{
		a.New(onlinepca.Spec{Inputs: spec.Inputs, Outputs: c.Outputs().Len(), Rate: spec.Rate, Tau: spec.Tau, Weights: weights}),
		stimuli, make([]float64, spec.Inputs),
	}, nil
}

// learn takes the next stimulus.
func (l *learner) learn() error {
	err := l.stimuli.Next(l.x)
	if err == nil {
		l.Learn(l.x)
	}
	return err
}

// algorithmSteps is how many stimuli an algorithm learns from until it looks for an interruption.
const algorithmSteps = 256

// decades returns the steps at which tables show errors: powers of ten from 100 to below half of the
// last step, and that.
func decades(steps int) (all []int) {
	for d := 100; d <= steps/2; d *= 10 {
		all = append(all, d)
	}
	return append(all, steps)
}

// algorithmTrials runs trials of an algorithm. They are measured at the steps that the tables show.
func algorithmTrials(ctx context.Context, a onlinepca.Algorithm, p *planning.Plan, from, to int) (outcomes []engine.Outcome, err error) {
	for trial := from; trial < to; trial++ {
		o, err := algorithmTrial(ctx, a, p, trial)
		if err != nil {
			return nil, err
		}
		outcomes = append(outcomes, o)
	}
	return outcomes, nil
}

func algorithmTrial(ctx context.Context, a onlinepca.Algorithm, p *planning.Plan, trial int) (o engine.Outcome, err error) {
	l, err := newLearner(a, p, trial)
	if err != nil {
		return o, err
	}
	defer l.stimuli.Close()
	o.Trial = trial
	steps := p.Experiment.Steps
	looks := decades(steps)
	if len(p.Experiment.Followed()) == 0 {
		looks = []int{steps}
	}
	for step := 1; step <= steps; step++ {
		if step%algorithmSteps == 0 && ctx.Err() != nil {
			return o, interrupt.ErrInterrupted
		}
		if err := l.learn(); err != nil {
			return o, err
		}
		if !slices.Contains(looks, step) {
			continue
		}
		reference, err := l.stimuli.Present()
		if err != nil {
			return o, err
		}
		estimate := l.Components()
		if slices.ContainsFunc(estimate.RawMatrix().Data, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) {
			o.Diverged = &circuit.Divergence{Step: step}
			return o, nil
		}
		o.Measures = reference.OfEstimate(estimate, a.Finds)
		mean, _ := o.Measures.MeanAlignment()
		now := measure.Declared{Values: []measure.Value{
			{Name: measure.SubspaceError, Value: o.Measures.Subspace(p.Experiment.Outputs)}, {Name: measure.MeanAlignment, Value: mean},
		}}
		o.Followed = now.Follow(o.Followed, step)
	}
	return o, l.stimuli.Unchanged()
}

// algorithmTime returns the time of a step of an algorithm in nanoseconds, the median over blocks
// of steps on the first stimuli of a trial.
func algorithmTime(ctx context.Context, a onlinepca.Algorithm, p *planning.Plan, steps int) (float64, error) {
	l, err := newLearner(a, p, 0)
	if err != nil {
		return 0, err
	}
	defer l.stimuli.Close()
	const block = 64
	var stimuli [block][]float64
	for i := range stimuli {
		stimuli[i] = make([]float64, len(l.x))
	}
	var times []float64
	for done := 0; done+block <= max(steps, block); done += block {
		if ctx.Err() != nil {
			return 0, interrupt.ErrInterrupted
		}
		for _, x := range stimuli {
			if err := l.stimuli.Next(x); err != nil {
				return quantile.Median(times), nil // fewer stimuli than a block
			}
		}
		start := time.Now()
		for _, x := range stimuli {
			l.Learn(x)
		}
		times = append(times, float64(time.Since(start).Nanoseconds())/block)
	}
	return quantile.Median(times), nil
}
