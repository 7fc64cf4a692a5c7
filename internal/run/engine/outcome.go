package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/internal/experiment/scene"
	"twophase/internal/files/interrupt"
	"twophase/internal/run/planning"
	"twophase/internal/run/training"
	"twophase/internal/traces/result"
)

// Outcome is the end of one trial: its result without the curve, or where it diverged.
type Outcome struct {
	result.Result
	Diverged *circuit.Divergence
}

// Prepare reads the plan's stimuli to their end and decides what depends on them, as Run does
// before the first step. Measure needs it. The manifest is that of a run of the plan.
func Prepare(ctx context.Context, p *planning.Plan, workers int) (result.Manifest, error) {
	m, err := p.PrepareRun(ctx, planning.RunOptions{Workers: workers, Progress: planning.Silent{}, Unrecorded: true})
	if ctx.Err() != nil {
		return result.Manifest{}, fmt.Errorf("%w before the first step", interrupt.ErrInterrupted)
	}
	p.Run = m.Run
	return m, err
}

// PrepareLike is Prepare for a plan that differs only in its seed from a prepared one, in
// stimuli and number of outputs. It does not read the file again. The other plan must stay
// open as long as this one is used.
func PrepareLike(ctx context.Context, p *planning.Plan, other *planning.Plan, workers int) (result.Manifest, error) {
	if own, ok := p.Stimuli.(*scene.File); ok {
		if err := own.ShareWith(other.Stimuli.(*scene.File)); err != nil {
			return result.Manifest{}, err
		}
	}
	return Prepare(ctx, p, workers)
}

// Measure runs all trials of prepared plans with equal numbers of steps, on one processor. It
// returns the outcomes of each plan, and for each plan an error, nil if all its trials were
// run. Trials of small circuits run in lockstep, also those of different plans that learn
// alike, such as plans that differ only in their seed. A trial that diverges has an outcome.
// The outcomes have the same bits as if each plan ran alone.
//
// Measure writes nothing, except for trials that ctx interrupts. Each of these leaves a
// checkpoint in the folder unfinished, from which the next Measure with that folder
// continues. If the name of the folder is empty, they begin again.
func Measure(ctx context.Context, plans []*planning.Plan, unfinished string) ([][]Outcome, []error) {
	var runs []*training.Trial
	for _, p := range plans {
		if p.Experiment.Steps != plans[0].Experiment.Steps {
			panic("experiment: plans of different numbers of steps are measured together")
		}
		first := len(runs)
		for trial := range p.Experiment.Trials {
			t := measuredTrial(ctx, p, trial)
			t.Unfinished = unfinished
			runs = append(runs, t)
		}
		runs[first].Err = training.TakeUpUnfinished(runs[first:])
	}
	runAll(runs)
	outcomes, failures := make([][]Outcome, len(plans)), make([]error, len(plans))
	for i, p := range plans {
		failures[i] = training.SettleUnfinished(runs[:p.Experiment.Trials])
		for _, t := range runs[:p.Experiment.Trials] {
			o, err := outcomeOf(t)
			if err != nil && failures[i] == nil {
				failures[i] = err
			}
			outcomes[i] = append(outcomes[i], o)
		}
		runs = runs[p.Experiment.Trials:]
	}
	return outcomes, failures
}

// MeasureTrials runs some trials of a prepared plan, on one processor, and returns the
// outcomes that Measure would return.
func MeasureTrials(ctx context.Context, p *planning.Plan, from, to int) (outcomes []Outcome, err error) {
	var runs []*training.Trial
	for trial := from; trial < to; trial++ {
		runs = append(runs, measuredTrial(ctx, p, trial))
	}
	runAll(runs)
	for _, t := range runs {
		o, err := outcomeOf(t)
		if err != nil {
			return nil, err
		}
		outcomes = append(outcomes, o)
	}
	return outcomes, nil
}

// measuredTrial returns a trial that is not recorded.
func measuredTrial(ctx context.Context, p *planning.Plan, trial int) *training.Trial {
	return &training.Trial{
		Plan: p, Number: trial, Run: p.Run,
		Stopped: func() bool { return ctx.Err() != nil },
	}
}

// runAll runs the remaining steps of trials of equal length, some of them in lockstep.
func runAll(runs []*training.Trial) {
	left := slices.DeleteFunc(slices.Clone(runs), func(t *training.Trial) bool { return t.Err != nil || t.Result != nil })
	for len(left) > 0 {
		p := left[0].Plan
		n := training.SideBySide(left, circuit.EnsembleSize(p.Spec))
		training.RunTogether(left[:n], p.Experiment.Steps, planning.Silent{})
		left = left[n:]
	}
}

// outcomeOf returns the outcome of a trial that has ended.
func outcomeOf(t *training.Trial) (Outcome, error) {
	var diverged *circuit.Divergence
	switch {
	case errors.As(t.Err, &diverged):
		return Outcome{result.Result{Trial: t.Number}, diverged}, nil
	case t.Err != nil:
		return Outcome{}, fmt.Errorf("trial %d: %w", t.Number, t.Err)
	}
	o := Outcome{Result: *t.Result.Result}
	o.Curve = nil
	return o, nil
}
