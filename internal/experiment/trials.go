package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"twophase/circuit"
	"twophase/internal/folder"
)

// trials runs all trials, as many at once as is fastest, and returns the results
// of those that were complete. Of several failures, that of the first trial
// counts: when one fails, those after it stop, and those before it go on.
func (p *Plan) trials(ctx context.Context, out *folder.Folder, m Manifest, o RunOptions, from []*checkpointBody) ([]*Result, error) {
	runs := make([]*trialRun, p.Experiment.Trials)
	var failed atomic.Int64 // the first trial that did
	failed.Store(math.MaxInt64)
	prefetch := len(runs) < min(o.Workers, runtime.GOMAXPROCS(0)) // a processor without a trial
	for trial := range runs {
		runs[trial] = &trialRun{
			plan: p, trial: trial, out: out, name: m.Run, every: o.CheckpointEvery, prefetch: prefetch, watcher: o.Watcher,
			stopped: func() bool { return ctx.Err() != nil || failed.Load() < int64(trial) },
			failed: func() {
				for first := failed.Load(); int64(trial) < first && !failed.CompareAndSwap(first, int64(trial)); first = failed.Load() {
				}
			},
		}
	}
	var left []*trialRun
	for trial, c := range from {
		switch {
		case c == nil:
			left = append(left, runs[trial])
		case c.Result != nil:
			runs[trial].result = c.Result.result()
		default:
			runs[trial].from = c.State
			left = append(left, runs[trial])
		}
	}
	var group errgroup.Group
	group.SetLimit(o.Workers)
	atOnce := min(circuit.EnsembleSize(p.spec), (len(runs)+o.Workers-1)/o.Workers)
	for len(left) > 0 {
		n := sideBySide(left, atOnce)
		some := left[:n]
		left = left[n:]
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

	results := make([]*Result, len(runs))
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

// sideBySide returns how many of the first trials go side by side: at most so many,
// which begin at the same step.
func sideBySide(trials []*trialRun, atMost int) int {
	n := 1
	for n < min(atMost, len(trials)) && trials[n].start() == trials[0].start() {
		n++
	}
	return n
}
