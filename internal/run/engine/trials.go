package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"twophase/circuit"
	"twophase/internal/files/folder"
	"twophase/internal/files/interrupt"
	"twophase/internal/run/monitor"
	"twophase/internal/run/planning"
	"twophase/internal/run/training"
	"twophase/internal/traces/result"
)

// runAllTrials runs all trials, as many at once as is fastest, and returns the results of the
// complete ones. When a trial fails, later trials stop and earlier ones continue. Of several
// failures it returns that of the first trial.
func runAllTrials(ctx context.Context, p *planning.Plan, out *folder.Folder, m result.Manifest, o planning.RunOptions, from []*training.Checkpoint) ([]*monitor.Finding, error) {
	runs := make([]*training.Trial, p.Experiment.Trials)
	var failed atomic.Int64 // number of the first trial that failed
	failed.Store(math.MaxInt64)
	prefetch := len(runs) < min(o.Workers, runtime.GOMAXPROCS(0)) // a processor without a trial
	for trial := range runs {
		runs[trial] = &training.Trial{
			Plan: p, Number: trial, Out: out, Run: m.Run, Every: o.CheckpointEvery, Prefetch: prefetch, Threads: o.Threads, Watcher: o.Watcher,
			Stopped: func() bool { return ctx.Err() != nil || failed.Load() < int64(trial) },
			Failed: func() {
				for first := failed.Load(); int64(trial) < first && !failed.CompareAndSwap(first, int64(trial)); first = failed.Load() {
				}
			},
		}
	}
	var left []*training.Trial
	for trial, c := range from {
		if c != nil {
			runs[trial].TakeUp(c)
		}
		if runs[trial].Result == nil {
			left = append(left, runs[trial])
		}
	}
	var group errgroup.Group
	group.SetLimit(o.Workers)
	atOnce := (len(runs) + o.Workers - 1) / o.Workers
	if atOnce > 1 {
		atOnce = min(atOnce, circuit.EnsembleSize(p.Spec))
	}
	for len(left) > 0 {
		n := training.SideBySide(left, atOnce)
		some := left[:n]
		left = left[n:]
		if some[0].Stopped() {
			some[0].Err = fmt.Errorf("%w before trial %d", interrupt.ErrInterrupted, some[0].Number)
			break
		}
		group.Go(func() error {
			training.RunTogether(some, p.Steps(), o.Progress)
			return nil
		})
	}
	_ = group.Wait() // the failures are in the trials

	results := make([]*monitor.Finding, len(runs))
	for trial, t := range runs {
		results[trial] = t.Result
	}
	for trial, t := range runs {
		if t.Err != nil && !errors.Is(t.Err, interrupt.ErrInterrupted) {
			taken := slices.ContainsFunc(runs, func(t *training.Trial) bool { return t.Taken() > 0 })
			return results, &trialFailure{trial, len(runs), t.Taken(), taken, t.Err}
		}
		if t.Err != nil {
			return results, t.Err
		}
	}
	return results, nil
}

// trialFailure is the error of a trial that failed.
type trialFailure struct {
	trial, of int
	step      int  // that failed, or after which it failed
	taken     bool // some trial has taken a step
	err       error
}

// Error implements error. A trial that is the only one is not named.
func (f *trialFailure) Error() string {
	if f.of == 1 {
		return f.err.Error()
	}
	return fmt.Sprintf("trial %d: %v", f.trial, f.err)
}

func (f *trialFailure) Unwrap() error { return f.err }
