package planning

import (
	"context"
	"errors"
	"fmt"
	"math"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/numerics/random"
	"twophase/internal/run/monitor"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
	"twophase/recorder"
)

// Check finds errors that show only when the stimuli are read to their end: a damaged or
// short file, principal directions that are not defined, a recording over the budget. It
// writes nothing. It warns of what is suspicious.
func (p *Plan) Check(ctx context.Context, o RunOptions) error {
	o = o.WithDefaults()
	if err := p.survey(ctx, o); err != nil {
		return err
	}
	if err := p.tryCircuit(); err != nil {
		return err
	}
	signs, err := p.foreseeSigns()
	for _, odd := range append(p.Oddities(), signs...) {
		o.Progress.Warn(odd)
	}
	return err
}

// PrepareRun makes the plan ready for its first step.
func (p *Plan) PrepareRun(ctx context.Context, o RunOptions) (result.Manifest, error) {
	if err := p.survey(ctx, o); err != nil {
		return result.Manifest{}, err
	}
	population := p.Stimuli.Population()
	switch {
	case population == nil || !p.Experiment.Reference || p.Unmeasured || o.Unrecorded:
	default:
		var err error
		if p.Forecast, err = monitor.NewForecast(p.Spec, population); err != nil {
			p.Forecast, p.Unpredicted = nil, err.Error()
		} else if len(p.Interventions) > 0 {
			p.Forecast, p.Unpredicted = nil, result.Intervened
		}
	}
	for _, odd := range p.Oddities() {
		o.Progress.Warn(odd)
	}
	each := ""
	if p.Endless() {
		each = " in " + wording.Count(p.recording().Steps, "step")
	}
	o.Progress.Note(fmt.Sprintf("recording about %v%s", p.cost, each))
	return ManifestOf(p)
}

// survey reads the stimuli to their end, decides what depends on their number, and checks
// that the recording fits the budget.
func (p *Plan) survey(ctx context.Context, o RunOptions) error {
	e := &p.Experiment
	if err := p.checkMemory(o); err != nil {
		return err
	}
	if e.Stimulus.FromFiles() {
		o.Progress.Note("reading " + p.Stimuli.Title())
	}
	available, err := p.Stimuli.Survey(ctx, e.Outputs, o.Workers, e.Reference && !p.Unmeasured)
	if err != nil {
		return document.Blame(err, e.Stimulus.Key(), "stimulus")
	}
	switch {
	case p.Endless(): // the stimuli say when they end
	case e.Steps == 0 && available == 0:
		e.Steps = experiment.DefaultSteps
	case e.Steps == 0:
		e.Steps = available
	case available > 0 && e.Steps > available:
		return document.Blame(fmt.Errorf("%s, but %s holds %s in %s: give fewer steps, or leave out the epochs to read it again and again",
			wording.Count(e.Steps, "step"), p.Stimuli.Title(), wording.Count(available, "stimulus"), wording.Count(e.Stimulus.Epochs, "epoch")), "steps", "stimulus.epochs")
	}
	if err := p.checkSteps(); err != nil {
		return err
	}
	if p.Looks, err = e.Looks(p.Steps()); err != nil {
		return err
	}
	if p.Records == nil {
		if err := p.RecordAll(); err != nil {
			return err
		}
	}
	if err := p.RecordAround(e.ChangeTimes(p.Steps())); err != nil {
		return err
	}
	if err := p.CheckCost(o); err != nil {
		return err
	}
	return p.checkMemory(o) // again: now the rows of a file and the traces are known
}

// CheckCost estimates what the recording writes. It returns an error if that is more than the budget of
// the options, or if a request names a step that the run does not have. Without a budget nothing is
// refused: the points of a sweep write no traces.
func (p *Plan) CheckCost(o RunOptions) (err error) {
	if p.cost, err = recorder.Estimate(p.Records, p.recording()); err != nil {
		return document.Blame(err, "record")
	}
	if o.Budget == 0 {
		return nil
	}
	for n, r := range p.Records {
		for _, at := range r.Around {
			if at > p.Steps() {
				return document.Blame(fmt.Errorf("recording around step %d, but the run has %s: choose an earlier step, or more steps", at, wording.Count(p.Steps(), "step")), fmt.Sprintf("record[%d]", n), "record")
			}
		}
	}
	return document.Blame(o.Budget.Check(p.Records, p.recording()), "record", "steps", "trials")
}

// mostNames bounds how many names of inputs a manifest holds, which has a largest size.
const mostNames = 10_000

// ManifestOf returns the manifest of a plan that has been surveyed.
func ManifestOf(p *Plan) (result.Manifest, error) {
	inputs := append([]experiment.InputFile{}, p.Stimuli.Files()...)
	inputs = append(inputs, p.InitialFiles()...)
	id, err := p.Experiment.ID(inputs)
	m := result.Manifest{Schema: result.ManifestSchema, Version: result.Version, Revision: p.Revision, Run: id, Experiment: p.Experiment, Inputs: inputs}
	if names := p.Stimuli.Names(); len(names) <= mostNames {
		m.InputNames = names
	}
	return m, err
}

// tried is the number of stimuli that a circuit of a file is tried on.
const tried = 3

// tryCircuit returns an error if a circuit of a file diverges at once, as unstable settling does. It
// is tried on a few random stimuli of length 1 or so, which are not negative. Which sign weights take is left to the
// stimuli of the run.
func (p *Plan) tryCircuit() error {
	if p.Experiment.Circuit == nil || p.Spec.Network.IsOffline() { // which needs the stimuli
		return nil
	}
	c, err := circuit.New(p.Spec)
	if err != nil {
		return err
	}
	x, stream := make([]float64, p.Spec.Width()), random.New(p.Spec.Seed, 0, "trial of a circuit")
	for step := range tried {
		stream.Normals(x, uint64(step))
		for i, v := range x {
			x[i] = math.Abs(v) / math.Sqrt(float64(len(x)))
		}
		err := c.Step(x)
		if d := (*circuit.Divergence)(nil); errors.As(err, &d) && d.Refused {
			return nil
		}
		if err != nil {
			return document.Within(document.Blame(fmt.Errorf("the circuit fails on a random stimulus, with its weights at the start: %w", err), "schedule"), "circuit")
		}
	}
	return nil
}
