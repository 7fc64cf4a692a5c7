package experiment

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"twophase/circuit"
)

// Outcome is what one trial came to: its measures, or where it diverged.
type Outcome struct {
	Trial      int
	Measures   Measures
	Pruning    Pruning
	MeanSweeps Number  // settling sweeps per stimulus, 0 if nothing settles
	Unsettled  Number  // fraction of stimuli that did not settle
	Curve      []Point // of a plan that follows the subspace
	Diverged   *circuit.Divergence
}

// Prepare reads the plan's stimuli through and decides what depends on them, as
// Run does before the first step, for a plan that Measure is to run. The manifest
// is that of a run of the plan.
func (p *Plan) Prepare(ctx context.Context, workers int) (Manifest, error) {
	m, err := p.prepare(ctx, RunOptions{Workers: workers, Progress: silent{}})
	if ctx.Err() != nil {
		return Manifest{}, fmt.Errorf("%w before the first step", ErrInterrupted)
	}
	p.forecast, p.run = nil, m.Run // nobody asks what theory says
	return m, err
}

// PrepareLike is Prepare for a plan whose stimuli and number of outputs are those of
// one that is prepared, but for the seed: a file is not read through again.
func (p *Plan) PrepareLike(ctx context.Context, other *Plan, workers int) (Manifest, error) {
	if own, ok := p.stimuli.(*file); ok {
		own.like = other.stimuli.(*file)
	}
	return p.Prepare(ctx, workers)
}

// Measure runs all trials of some prepared plans of the same number of steps, on
// one processor, and returns the outcomes of each plan, and for each an error, nil
// if all its trials were run. Trials of small circuits go side by side, also those of
// different plans if these learn alike, as plans do that differ in their seed only. A
// trial that diverges has an outcome; the outcomes are those of the plans by
// themselves, to the last bit.
//
// Nothing is written, but for trials that are interrupted through ctx: these leave a
// checkpoint in the folder unfinished, from which the next Measure with that folder
// goes on. Without a name for it they begin anew.
func Measure(ctx context.Context, plans []*Plan, unfinished string) ([][]Outcome, []error) {
	var runs []*trialRun
	for _, p := range plans {
		if p.Experiment.Steps != plans[0].Experiment.Steps {
			panic("experiment: plans of different numbers of steps are measured together")
		}
		for trial := range p.Experiment.Trials {
			t := p.measured(ctx, trial)
			t.unfinished = unfinished
			t.err = t.takeUpUnfinished()
			runs = append(runs, t)
		}
	}
	runAll(runs)
	outcomes, failures := make([][]Outcome, len(plans)), make([]error, len(plans))
	for i, p := range plans {
		failures[i] = settleUnfinished(runs[:p.Experiment.Trials])
		for _, t := range runs[:p.Experiment.Trials] {
			o, err := t.outcome()
			if err != nil && failures[i] == nil {
				failures[i] = err
			}
			outcomes[i] = append(outcomes[i], o)
		}
		runs = runs[p.Experiment.Trials:]
	}
	return outcomes, failures
}

// MeasureTrials runs some of the trials of a prepared plan, on one processor, and
// returns their outcomes: those of Measure.
func (p *Plan) MeasureTrials(ctx context.Context, from, to int) (outcomes []Outcome, err error) {
	var runs []*trialRun
	for trial := from; trial < to; trial++ {
		runs = append(runs, p.measured(ctx, trial))
	}
	runAll(runs)
	for _, t := range runs {
		o, err := t.outcome()
		if err != nil {
			return nil, err
		}
		outcomes = append(outcomes, o)
	}
	return outcomes, nil
}

// TogetherTrials returns how many trials of the plan are best measured together.
func (p *Plan) TogetherTrials() int { return circuit.EnsembleSize(p.spec) }

// measured returns a trial that is not recorded.
func (p *Plan) measured(ctx context.Context, trial int) *trialRun {
	return &trialRun{
		plan: p, trial: trial, name: p.run,
		stopped: func() bool { return ctx.Err() != nil },
		failed:  func() {},
	}
}

// runAll runs what is left of some trials of as many steps, some of them side by side.
func runAll(runs []*trialRun) {
	left := slices.DeleteFunc(slices.Clone(runs), func(t *trialRun) bool { return t.err != nil || t.result != nil })
	for len(left) > 0 {
		p := left[0].plan
		n := sideBySide(left, circuit.EnsembleSize(p.spec))
		runTrials(left[:n], p.Experiment.Steps, silent{})
		left = left[n:]
	}
}

// outcome returns what a trial that has ended came to.
func (t *trialRun) outcome() (Outcome, error) {
	o := Outcome{Trial: t.trial}
	if errors.As(t.err, &o.Diverged) {
		return o, nil
	}
	if t.err != nil {
		return o, fmt.Errorf("trial %d: %w", t.trial, t.err)
	}
	r := t.result
	o.Measures, o.Pruning, o.MeanSweeps, o.Unsettled = r.Measures, r.Pruning, r.MeanSweeps, r.Unsettled
	if t.plan.followed {
		o.Curve = r.Curve
	}
	return o, nil
}

// Inputs returns the number N of inputs.
func (p *Plan) Inputs() int { return p.spec.Inputs }

// Network returns the plan's network.
func (p *Plan) Network() circuit.Network { return p.spec.Network }

// StimuliTitle says what the stimuli are.
func (p *Plan) StimuliTitle() string {
	if s := p.Experiment.Stimulus.Spectrum; s != nil {
		return fmt.Sprintf("%s, eigenvalues %s", p.stimuli.title(), spectrumText(s))
	}
	return p.stimuli.title()
}

// FollowSubspace has the subspace error and the mean alignment of the components
// followed through the run, at every Point of the curve.
func (p *Plan) FollowSubspace() { p.followed = true }
