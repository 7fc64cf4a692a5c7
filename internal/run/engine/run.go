package engine

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"twophase/circuit/weights"
	"twophase/internal/experiment"
	"twophase/internal/files/folder"
	"twophase/internal/files/interrupt"
	"twophase/internal/run/monitor"
	"twophase/internal/run/planning"
	"twophase/internal/run/training"
	"twophase/internal/traces/result"
	"twophase/stimulus/dataset"
)

// Run runs all trials of the plan and returns their results. It creates nothing until the
// stimuli have been read to their end and the recording fits its budget.
//
// An error after the first step leaves the run folder, under a name that ends in .partial and is in
// the error. It has the complete traces and what Resume needs; unless ctx interrupted the run, also the
// final weights of complete trials and what happened.
func Run(ctx context.Context, p *planning.Plan, o planning.RunOptions) (*result.Summary, error) {
	summary, _, err := find(ctx, p, o)
	return summary, err
}

// CheckWatched returns an error if a run of a plan cannot be watched.
func CheckWatched(p *planning.Plan) error {
	if p.Endless() {
		return errors.New("a run that ends with standard input cannot be shown while it goes on, for its number of steps is not known: give --steps, or leave out --live")
	}
	return nil
}

// find runs the plan, and also returns the finding of each trial.
func find(ctx context.Context, p *planning.Plan, o planning.RunOptions) (*result.Summary, []*monitor.Finding, error) {
	o = o.WithDefaults()
	if o.Out != "" {
		if err := result.RunFolder.Check(o.Out, o.Force); err != nil {
			return nil, nil, err
		}
	}
	if p.Experiment.Stimulus.FromPipe() && o.CheckpointEvery > 0 {
		return nil, nil, errors.New("a run on standard input cannot be resumed, for the rows cannot be read again: leave out --checkpoint-every; a signal ends such a run as the end of the rows does")
	}
	if err := CheckWatched(p); err != nil && o.Watcher != nil {
		return nil, nil, err
	}
	manifest, err := p.PrepareRun(ctx, o)
	if ctx.Err() != nil {
		return nil, nil, fmt.Errorf("%w before the first step", interrupt.ErrInterrupted)
	}
	if err != nil {
		return nil, nil, err
	}
	out, err := createFolder(p, manifest, o)
	if err != nil {
		return nil, nil, err
	}
	return execute(ctx, p, out, manifest, o, make([]*training.Checkpoint, p.Experiment.Trials))
}

// execute runs the remaining steps of the trials, from their checkpoints, and completes the
// folder.
func execute(ctx context.Context, p *planning.Plan, out *folder.Folder, manifest result.Manifest, o planning.RunOptions, from []*training.Checkpoint) (*result.Summary, []*monitor.Finding, error) {
	left := 0
	for _, c := range from {
		left += c.Left(p.Experiment.Steps)
	}
	if p.Experiment.Stimulus.FromPipe() {
		// A signal ends the stimuli, and thereby the run.
		ctx = context.WithoutCancel(ctx)
	}
	o.Progress.Start(left)
	if o.Watcher != nil {
		o.Watcher.Start(p, manifest, out.Name())
	}
	results, err := runAllTrials(ctx, p, out, manifest, o, from)
	if err != nil {
		return nil, nil, interrupt.Save(func() error { return abandonRun(p, out, results, manifest, o, err) })
	}
	if p.Experiment.Stimulus.FromPipe() {
		curve := results[0].Curve
		p.Experiment.Steps = curve[len(curve)-1].Step // those that there were
	}
	var summary *result.Summary
	err = interrupt.Save(func() (err error) { // so that a signal does not abandon it: the rows of a pipe cannot be read again
		summary, err = finish(ctx, p, out, results, manifest, o)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return summary, results, nil
}

// finish completes the folder of a run whose trials are complete, and returns its summary.
func finish(ctx context.Context, p *planning.Plan, out *folder.Folder, results []*monitor.Finding, manifest result.Manifest, o planning.RunOptions) (*result.Summary, error) {
	summary := summarise(p, manifest, out, results)
	if err := complete(p, out, summary, results); err != nil {
		_ = endOf(p, manifest, err).Write(out) // a full disk is what has failed, perhaps
		return nil, giveUp(p, out, results, manifest, err)
	}
	if err := out.Finish(ctx); ctx.Err() != nil && err != nil {
		interrupted := fmt.Errorf("%w after the last step", interrupt.ErrInterrupted)
		return nil, abandonRun(p, out, results, manifest, o, interrupted)
	} else if err != nil {
		return nil, giveUp(p, out, results, manifest, err)
	}
	return summary, nil
}

// giveUp ends a run that failed, and adds to the error what its folder is good for. What cannot be kept has the same
// cause.
func giveUp(p *planning.Plan, out *folder.Folder, results []*monitor.Finding, m result.Manifest, err error) error {
	_ = errors.Join(keepFindings(p, out, results, m), keepWeights(out, results))
	err = errors.Join(err, out.Leave())
	switch {
	case hasFile(out.Work(), checkpointFiles...):
		return leaving(err, "once that is mended, twophase resume %s goes on", out.Work())
	case hasFile(out.Work(), "traces-*.parquet", "events-*.jsonl", "weights*.npz"):
		return leaving(err, "the records that were complete are in %s", out.Work())
	}
	return leaving(err, "no record was complete")
}

// createFolder makes the run folder.
func createFolder(p *planning.Plan, m result.Manifest, o planning.RunOptions) (*folder.Folder, error) {
	text, err := result.Indented(m)
	if err != nil {
		return nil, err
	}
	if o.Out == "" {
		from := p.Experiment.Stimulus.Problem
		if from == "" {
			from = "stimulus"
		}
		return result.RunFolder.CreateFree(filepath.Join("runs", p.Experiment.NetworkName()+"-"+from), text)
	}
	if err := checkReplaced(p, m, o.Out); err != nil {
		return nil, err
	}
	return result.RunFolder.Create(o.Out, o.Force, text)
}

// checkReplaced returns an error if a run reads a file in the folder that it is to replace.
func checkReplaced(p *planning.Plan, m result.Manifest, out string) error {
	for _, f := range m.Inputs {
		path := f.Path
		if path == p.Experiment.From { // the folder of a run, perhaps with a step
			run, _, _ := experiment.SplitOrigin(path)
			path = filepath.Join(run, "weights.npz")
		}
		if inside(path, out) {
			return fmt.Errorf("the run reads %s, which is in the folder %s that it is to replace: choose another with --out", f.Path, out)
		}
	}
	return nil
}

// inside reports whether a file is in a folder, or in one below it.
func inside(file, folder string) bool {
	file, err := filepath.Abs(file)
	if err != nil {
		return false
	}
	folder, err = filepath.Abs(folder)
	if err != nil {
		return false
	}
	below, err := filepath.Rel(folder, file)
	return err == nil && filepath.IsLocal(below)
}

// abandonRun ends a run that failed. Its folder is removed if no step was taken and there is nothing
// to resume.
func abandonRun(p *planning.Plan, out *folder.Folder, results []*monitor.Finding, m result.Manifest, o planning.RunOptions, err error) error {
	ended := endOf(p, m, err)
	failed := ended != nil && ended.Failed
	var of *trialFailure
	if failed && errors.As(err, &of) && !of.taken && !o.Resumable() {
		return errors.Join(err, out.Discard())
	}
	if failed {
		_ = ended.Write(out)
		return giveUp(p, out, results, m, err)
	}
	if ended == nil {
		err = errors.Join(err, keepFindings(p, out, results, m)) // the weights are in them
	} else {
		err = errors.Join(err, keepWeights(out, results))
		err = errors.Join(fmt.Errorf("%w%s", err, freezing(p)), ended.Write(out))
	}
	return leftUnfinished(errors.Join(err, out.Leave()), out.Work())
}

// leftUnfinished adds to an error what can be done with the unfinished folder that is left.
func leftUnfinished(err error, work string) error {
	switch {
	case errors.Is(err, dataset.ErrChanged):
		return leaving(err, "nothing was learnt from what it holds now: put it back as it was, and twophase resume %s goes on, or run anew with --force", work)
	case training.GoesOn(err):
		return leaving(err, "twophase resume %s goes on, and what was recorded until then is there", work)
	}
	return leaving(err, "what was recorded until then is in %s", work)
}

// left is an error with what can be done with the folder that it leaves.
type left struct {
	error
	advice string
}

func leaving(err error, format string, values ...any) error {
	return &left{err, fmt.Sprintf(format, values...)}
}

// Error implements error.
func (l *left) Error() string { return l.error.Error() + "; " + l.advice }

func (l *left) Unwrap() error { return l.error }

// replayFailed is the error of a replay, whose folder is removed.
func replayFailed(err error) error {
	var l *left
	if errors.As(err, &l) {
		err = l.error
	}
	return fmt.Errorf("the replay failed: %w", err)
}

// keepFindings writes the findings of the trials that are complete, for a run that can go on. What was learnt from a pipe
// cannot, for its rows cannot be read again.
func keepFindings(p *planning.Plan, out *folder.Folder, results []*monitor.Finding, m result.Manifest) error {
	if p.Experiment.Stimulus.FromPipe() {
		return nil
	}
	var trials []*training.Trial
	for trial, r := range results {
		trials = append(trials, &training.Trial{Plan: p, Number: trial, Out: out, Run: m.Run, Result: r})
	}
	return training.CheckpointFindings(trials)
}

// keepWeights writes the final weights of the trials that are complete.
func keepWeights(out *folder.Folder, results []*monitor.Finding) (err error) {
	for trial, r := range results {
		if r != nil {
			err = errors.Join(err, weights.Write(out.Path(fmt.Sprintf("weights-%04d.npz", trial)), r.Weights))
		}
	}
	return err
}
