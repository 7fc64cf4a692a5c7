package experiment

import (
	"context"
	"fmt"

	"twophase/internal/document"
	"twophase/recorder"
)

// Check looks for what keeps a plan from being run and shows only when its stimuli
// are read through: a file that is damaged or too short, principal directions that
// are not defined, a recording over the budget. It writes nothing.
func (p *Plan) Check(ctx context.Context, o RunOptions) error {
	return p.survey(ctx, o.withDefaults())
}

// prepare makes the plan ready for its first step.
func (p *Plan) prepare(ctx context.Context, o RunOptions) (Manifest, error) {
	if err := p.survey(ctx, o); err != nil {
		return Manifest{}, err
	}
	population := p.stimuli.population()
	switch {
	case population == nil || !p.Experiment.Reference || p.unmeasured:
	case len(p.interventions) > 0:
		p.unpredicted = "it holds for a circuit that nobody intervenes in"
	default:
		var err error
		if p.forecast, err = newForecast(p.spec, population); err != nil {
			p.forecast, p.unpredicted = nil, err.Error()
		}
	}
	o.Progress.Note(fmt.Sprintf("recording about %v", p.cost))
	return p.manifest(ctx)
}

// survey reads the stimuli through, decides what depends on their number, and
// checks that the recording fits the budget.
func (p *Plan) survey(ctx context.Context, o RunOptions) error {
	e := &p.Experiment
	if e.Stimulus.File != "" {
		o.Progress.Note("reading " + e.Stimulus.File)
	}
	available, err := p.stimuli.survey(ctx, e.Outputs, o.Workers, e.Reference && !p.unmeasured)
	if err != nil {
		return document.Blame(err, e.Stimulus.key(), "stimulus")
	}
	switch {
	case e.Steps == 0 && available == 0:
		e.Steps = defaultSteps
	case e.Steps == 0:
		e.Steps = available
	case available > 0 && e.Steps > available:
		return document.Blame(fmt.Errorf("%d steps, but %s holds %d stimuli in %d epochs: give fewer steps, or leave out the epochs to read it again and again",
			e.Steps, e.Stimulus.File, available, e.Stimulus.Epochs), "steps", "stimulus.epochs")
	}
	if err := p.checkSteps(); err != nil {
		return err
	}
	if p.requests == nil {
		if err := p.recordAll(); err != nil {
			return err
		}
	}
	if p.cost, err = recorder.Estimate(p.requests, p.recording()); err != nil {
		return document.Blame(err, "record")
	}
	if o.Budget > 0 {
		return document.Blame(o.Budget.Check(p.requests, p.recording()), "record", "steps", "trials")
	}
	return nil
}
