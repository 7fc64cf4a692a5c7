package experiment

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"twophase/circuit"
	"twophase/internal/folder"
	"twophase/recorder"
)

// RunOptions say how a plan is run. They do not change its results.
type RunOptions struct {
	Out      string          // the run folder; empty: a free name under runs/
	Force    bool            // replace a run folder that exists
	Workers  int             // trials at a time, or groups of them that go side by side; 0: one for each processor
	Budget   recorder.Budget // what recording may write at most; 0: no limit
	Progress Progress        // nil: nobody is told
}

// Progress is told how a run goes on.
type Progress interface {
	// Note tells what the run is doing before its first step.
	Note(text string)
	// Start tells how many steps there will be, in all trials.
	Start(steps int)
	// Add tells of steps that were done. Many goroutines call it.
	Add(steps int)
}

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
	o.Progress.Start(p.Experiment.Steps * p.Experiment.Trials)
	results, err := p.trials(ctx, out, manifest, o)
	if err != nil {
		return nil, p.abandon(out, results, err)
	}
	summary := p.summarise(manifest, out, results)
	if err := p.complete(out, summary, results); err != nil {
		return nil, errors.Join(err, out.Discard())
	}
	return summary, out.Finish()
}

// withDefaults returns the options with what was not given filled in.
func (o RunOptions) withDefaults() RunOptions {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = silent{}
	}
	return o
}

// silent is a Progress that tells nobody.
type silent struct{}

func (silent) Note(string) {}
func (silent) Start(int)   {}
func (silent) Add(int)     {}

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

// trials runs all trials, as many at once as is fastest, and returns the results
// of those that were complete. Of several failures, that of the first trial
// counts: when one fails, those after it stop, and those before it go on.
func (p *Plan) trials(ctx context.Context, out *folder.Folder, m Manifest, o RunOptions) ([]*result, error) {
	runs := make([]*trialRun, p.Experiment.Trials)
	var failed atomic.Int64 // the first trial that did
	failed.Store(math.MaxInt64)
	prefetch := len(runs) < min(o.Workers, runtime.GOMAXPROCS(0)) // a processor without a trial
	for trial := range runs {
		runs[trial] = &trialRun{
			plan: p, trial: trial, folder: out.Work(), name: m.Run, prefetch: prefetch,
			stopped: func() bool { return ctx.Err() != nil || failed.Load() < int64(trial) },
			failed: func() {
				for first := failed.Load(); int64(trial) < first && !failed.CompareAndSwap(first, int64(trial)); first = failed.Load() {
				}
			},
		}
	}
	var group errgroup.Group
	group.SetLimit(o.Workers)
	atOnce := min(circuit.EnsembleSize(p.spec), (len(runs)+o.Workers-1)/o.Workers)
	for some := range slices.Chunk(runs, atOnce) {
		if some[0].stopped() {
			some[0].err = fmt.Errorf("%w before trial %d", ErrInterrupted, some[0].trial)
			break
		}
		group.Go(func() error {
			runTrials(some, p.Experiment.Steps, o.Progress)
			return nil
		})
	}
	_ = group.Wait() // the failures are in the trials

	results := make([]*result, len(runs))
	for trial, t := range runs {
		results[trial] = t.result
	}
	for trial, t := range runs {
		if t.err != nil && len(runs) > 1 && !errors.Is(t.err, ErrInterrupted) {
			return results, fmt.Errorf("trial %d: %w", trial, t.err)
		}
		if t.err != nil {
			return results, t.err
		}
	}
	return results, nil
}

// abandon ends a run that failed.
func (p *Plan) abandon(out *folder.Folder, results []*result, err error) error {
	var diverged *circuit.Divergence
	if !errors.Is(err, ErrInterrupted) && !errors.As(err, &diverged) {
		return errors.Join(err, out.Discard())
	}
	for trial, r := range results {
		if r != nil {
			err = errors.Join(err, recorder.WriteWeights(out.Path(fmt.Sprintf("weights-%04d.npz", trial)), r.weights))
		}
	}
	return fmt.Errorf("%w; what was recorded until then is in %s", err, out.Work())
}

// complete writes what a run ends with.
func (p *Plan) complete(out *folder.Folder, s *Summary, results []*result) error {
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
	var picture bytes.Buffer
	if err := results[0].preview.picture(title, results[0].Curve).WriteSVG(&picture); err != nil {
		return err
	}
	if err := out.Write("traces.svg", picture.Bytes()); err != nil {
		return err
	}
	for _, f := range []struct {
		name    string
		content any
	}{{"summary.json", s}, {"timing.json", s.Timing}} {
		text, err := indented(f.content)
		if err != nil {
			return err
		}
		if err := out.Write(f.name, text); err != nil {
			return err
		}
	}
	return nil
}
