package experiment

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"

	"golang.org/x/sync/errgroup"

	"twophase/circuit"
	"twophase/recorder"
)

// RunOptions say how a plan is run. They do not change its results.
type RunOptions struct {
	Out      string          // the run folder; empty: a free name under runs/
	Force    bool            // replace a run folder that exists
	Workers  int             // trials at a time; 0: one for each processor
	Budget   recorder.Budget // what recording may write at most; 0: no limit
	Started  func(steps int) // told once how many steps there will be, if not nil
	Progress func(steps int) // told of steps done, by many goroutines, if not nil
}

// Run runs all trials of the plan and returns what they found. Nothing is
// created until the stimuli have been read through and the recording fits its
// budget. An error leaves no run folder behind, unless the run was interrupted
// through ctx or diverged: then what was recorded is kept in a folder that is
// named in the error and ends in .partial.
func (p *Plan) Run(ctx context.Context, o RunOptions) (*Summary, error) {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if err := p.survey(ctx, o.Workers); err != nil {
		return nil, err
	}
	if o.Budget > 0 {
		if err := o.Budget.Check(p.requests, p.recording()); err != nil {
			return nil, err
		}
	}
	manifest, err := p.manifest(ctx)
	if err != nil {
		return nil, err
	}
	if o.Out == "" {
		o.Out = freeName(p.defaultFolder())
	}
	out, err := createFolder(o.Out, o.Force)
	if err != nil {
		return nil, err
	}
	if o.Started != nil {
		o.Started(p.Experiment.Steps * p.Experiment.Trials)
	}
	summary, err := p.runInto(ctx, out, manifest, o)
	if err == nil {
		return summary, nil
	}
	var diverged *circuit.Divergence
	if errors.Is(err, ErrInterrupted) || errors.As(err, &diverged) {
		return nil, fmt.Errorf("%w; what was recorded until then is in %s", err, out.work())
	}
	return nil, errors.Join(err, out.discard())
}

// survey reads the stimuli through and decides what depends on their number.
func (p *Plan) survey(ctx context.Context, workers int) error {
	e := &p.Experiment
	available, err := p.stimuli.survey(ctx, e.Outputs, workers, e.Reference)
	switch {
	case err != nil:
		return err
	case e.Steps == 0 && available == 0:
		e.Steps = defaultSteps
	case e.Steps == 0:
		e.Steps = available
	case available > 0 && e.Steps > available:
		return fmt.Errorf("%d steps, but %s holds %d stimuli in %d epochs: give fewer steps, or leave out --epochs to read it again and again",
			e.Steps, e.Stimulus.File, available, e.Stimulus.Epochs)
	}
	if p.requests == nil {
		return p.recordAll()
	}
	return nil
}

func (p *Plan) defaultFolder() string {
	from := p.Experiment.Stimulus.Problem
	if from == "" {
		from = "stimulus"
	}
	return "runs/" + p.Experiment.Network + "-" + from
}

// runInto runs all trials and completes the run folder.
func (p *Plan) runInto(ctx context.Context, out folder, manifest Manifest, o RunOptions) (*Summary, error) {
	text, err := indented(manifest)
	if err != nil {
		return nil, err
	}
	if err := out.write(manifestName, text); err != nil {
		return nil, err
	}
	results := make([]*result, p.Experiment.Trials)
	group, running := errgroup.WithContext(ctx)
	group.SetLimit(o.Workers)
	for trial := range results {
		group.Go(func() (err error) {
			t := trialRun{plan: p, trial: trial, folder: out, name: manifest.Run, progress: o.Progress}
			results[trial], err = t.run(running)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	summary := p.summarise(manifest, out, results)
	return summary, p.complete(out, summary, results)
}

// complete writes what a run ends with and gives the folder its name.
func (p *Plan) complete(out folder, s *Summary, results []*result) error {
	weights := make([]recorder.Final, len(results))
	for i, r := range results {
		weights[i] = r.weights
	}
	if err := recorder.WriteWeights(out.path("weights.npz"), weights...); err != nil {
		return err
	}
	var picture bytes.Buffer
	if err := results[0].preview.picture(s.Title, results[0].Curve).WriteSVG(&picture); err != nil {
		return err
	}
	text, err := indented(s)
	if err != nil {
		return err
	}
	if err := out.write("traces.svg", picture.Bytes()); err != nil {
		return err
	}
	if err := out.write("summary.json", text); err != nil {
		return err
	}
	return out.finish()
}
