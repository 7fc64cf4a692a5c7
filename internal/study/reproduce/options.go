package reproduce

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"twophase/internal/files/interrupt"
	"twophase/internal/measure/report"
	"twophase/internal/run/planning"
	"twophase/internal/text/wording"
)

// Options say what to reproduce and how.
type Options struct {
	Parts    []string // see PartNames; none: all
	Trials   int
	MaxSteps int // leave out entries of more steps or iterations, at least 1000; 0: none
	Seed     uint64

	Out      string            // the folder; empty: a free name under runs/
	Force    bool              // replace a folder that exists
	Workers  int               // trials at a time; 0: one for each processor
	Progress planning.Progress // in trials; nil: not reported
	Layout   report.Layout     // of the pictures
}

// The paper's number of trials, and the limits of a quick run.
const (
	DefaultTrials = 100
	QuickTrials   = 10
	QuickSteps    = 10_000
)

// leastSteps is the smallest T in both tables.
const leastSteps = 1000

// maxTrials is more than needed, and few enough for memory.
const maxTrials = 10_000

// forTrials runs all trials, each worker one at a time, and reports each when it is done.
func (o Options) forTrials(ctx context.Context, run func(ctx context.Context, trial int) error) error {
	o.Progress.Start(o.Trials)
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(o.Workers)
	for trial := range o.Trials {
		if within.Err() != nil {
			break
		}
		group.Go(func() error {
			if err := run(within, trial); err != nil {
				return fmt.Errorf("trial %d: %w", trial, err)
			}
			o.Progress.Add(1)
			return nil
		})
	}
	err := group.Wait()
	if ctx.Err() != nil {
		return fmt.Errorf("%w; nothing was written", interrupt.ErrInterrupted)
	}
	return err
}

// trialsOf returns the number of trials as text.
func trialsOf(o Options) string { return wording.Count(o.Trials, "trial") }
