package experiment

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/folder"
	"twophase/recorder"
)

// ErrInterrupted is the error of a run whose context was cancelled.
var ErrInterrupted = errors.New("interrupted")

// Run runs all trials of the plan and returns what they found. Nothing is
// created until the stimuli have been read through and the recording fits its
// budget. An error leaves no run folder behind, unless the run was interrupted
// through ctx or diverged: then what was recorded, and the final weights of the
// trials that were complete, are kept in a folder that is named in the error and
// ends in .partial.
func (p *Plan) Run(ctx context.Context, o RunOptions) (*Summary, error) {
	o = o.withDefaults()
	if o.Out != "" {
		if err := runFolder.Check(o.Out, o.Force); err != nil {
			return nil, err
		}
	}
	manifest, err := p.prepare(ctx, o)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%w before the first step", ErrInterrupted)
	}
	if err != nil {
		return nil, err
	}
	out, err := p.createFolder(manifest, o)
	if err != nil {
		return nil, err
	}
	return p.execute(ctx, out, manifest, o, make([]*checkpointBody, p.Experiment.Trials))
}

// execute runs what is left of the trials, by their checkpoints, and completes the
// folder.
func (p *Plan) execute(ctx context.Context, out *folder.Folder, manifest Manifest, o RunOptions, from []*checkpointBody) (*Summary, error) {
	left := 0
	for _, c := range from {
		left += c.left(p.Experiment.Steps)
	}
	o.Progress.Start(left)
	if o.Watcher != nil {
		o.Watcher.Start(p, manifest, out.Name())
	}
	results, err := p.trials(ctx, out, manifest, o, from)
	if err != nil {
		return nil, p.abandon(out, results, manifest, o, err)
	}
	summary := p.summarise(manifest, out, results)
	if err := p.complete(out, summary, results); err != nil {
		return nil, o.giveUp(out, err)
	}
	if err := out.Finish(); err != nil {
		return nil, err
	}
	return summary, tidy(out.Name()) // not before: until now the run could be killed and resumed
}

// giveUp removes the folder of a run that failed, unless it can be resumed.
func (o RunOptions) giveUp(out *folder.Folder, err error) error {
	if !o.resumable() {
		return errors.Join(err, out.Discard())
	}
	return fmt.Errorf("%w; once that is mended, twophase resume %s goes on", errors.Join(err, out.Leave()), out.Work())
}

// createFolder makes the run folder.
func (p *Plan) createFolder(m Manifest, o RunOptions) (*folder.Folder, error) {
	text, err := indented(m)
	if err != nil {
		return nil, err
	}
	if o.Out == "" {
		from := p.Experiment.Stimulus.Problem
		if from == "" {
			from = "stimulus"
		}
		return runFolder.CreateFree(filepath.Join("runs", p.Experiment.Network+"-"+from), text)
	}
	for _, f := range m.Inputs {
		if inside(f.Path, o.Out) {
			return nil, fmt.Errorf("the run reads %s, which is in the folder %s that it is to replace: choose another with --out", f.Path, o.Out)
		}
	}
	return runFolder.Create(o.Out, o.Force, text)
}

// inside reports whether a file is in a folder.
func inside(file, folder string) bool {
	file, err := filepath.Abs(file)
	if err != nil {
		return false
	}
	folder, err = filepath.Abs(folder)
	return err == nil && filepath.Dir(file) == folder
}

// abandon ends a run that failed.
func (p *Plan) abandon(out *folder.Folder, results []*Result, m Manifest, o RunOptions, err error) error {
	var diverged *circuit.Divergence
	interrupted := errors.Is(err, ErrInterrupted)
	if !interrupted && !errors.As(err, &diverged) {
		return o.giveUp(out, err)
	}
	if !interrupted && len(p.interventions) > 0 && p.spec.Network.Whitens {
		err = fmt.Errorf("%w; where an intervention silences or holds an output that whitens, its scale decays below 0: freeze it too, as in freeze: \"%s[0]\"", err, selection.Scale)
	}
	for trial, r := range results {
		if r == nil {
			continue
		}
		err = errors.Join(err, recorder.WriteWeights(out.Path(fmt.Sprintf("weights-%04d.npz", trial)), r.weights))
		if interrupted {
			t := &trialRun{plan: p, trial: trial, out: out, name: m.Run, result: r}
			err = errors.Join(err, t.checkpointResult())
		}
	}
	err = errors.Join(err, out.Leave())
	if interrupted {
		return fmt.Errorf("%w; twophase resume %s goes on, and what was recorded until then is there", err, out.Work())
	}
	return fmt.Errorf("%w; what was recorded until then is in %s", err, out.Work())
}

// complete writes what a run ends with. What helped it on its way is still there.
func (p *Plan) complete(out *folder.Folder, s *Summary, results []*Result) error {
	weights := make([]recorder.Final, len(results))
	for i, r := range results {
		weights[i] = r.weights
	}
	if err := recorder.WriteWeights(out.Path("weights.npz"), weights...); err != nil {
		return err
	}
	title := s.Title
	if s.Trials > 1 {
		title += fmt.Sprintf(", trial 0 of %d", s.Trials)
	}
	var svg bytes.Buffer
	traces := picture(*results[0].preview, title, results[0].Curve)
	traces.Marks = results[0].marks(p.interventions)
	if err := traces.WriteSVG(&svg); err != nil {
		return err
	}
	if err := out.Write("traces.svg", svg.Bytes()); err != nil {
		return err
	}
	timing, err := indented(s.Timing)
	if err != nil {
		return err
	}
	if err := out.Write("timing.json", timing); err != nil {
		return err
	}
	summary, err := indented(s)
	if err != nil {
		return err
	}
	return out.Replace("summary.json", summary)
}

// tidy removes from a complete run what helped it on its way.
func tidy(name string) error {
	entries, err := os.ReadDir(name)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if onTheWay.MatchString(e.Name()) && runFolder.Files.MatchString(e.Name()) {
			if err := os.Remove(filepath.Join(name, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}
