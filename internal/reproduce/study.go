package reproduce

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// study is an experiment that is repeated over many trials: all networks of the
// paper on one problem, online or offline. Studies share trials: a trial is one
// piece of work for the progress, whatever it is made of.
type study struct {
	problem problem
	steps   []int // at which the networks are looked at, ascending
	tables  []int // those of them that a table of the paper has
	samples bool  // networks see samples, and not their mean
	run     func(s *study, stopped func() bool, seed, trial uint64) (outcome, error)

	outcomes []outcome // by trial
}

// outcome is what one trial of a study found.
type outcome struct {
	errors [][]float64 // E_Pro, by network and look
	batch  []float64   // E_Pro of batch PCA, by step of the tables; nil if not measured
}

// newStudy returns a study of a problem up to the limit of its steps.
func newStudy(p problem, table []printed, limit int, run func(*study, func() bool, uint64, uint64) (outcome, error)) *study {
	tables := tableSteps(table, p.Name, limit)
	return &study{problem: p, steps: lookSteps(tables), tables: tables, run: run}
}

// runTrials runs all trials of some studies.
func runTrials(ctx context.Context, studies []*study, o Options) error {
	for _, s := range studies {
		s.outcomes = make([]outcome, o.Trials)
	}
	o.Progress.Start(o.Trials)
	var failed atomic.Bool
	stopped := func() bool { return ctx.Err() != nil || failed.Load() }
	var group errgroup.Group
	group.SetLimit(o.Workers)
	for trial := range o.Trials {
		if stopped() {
			break
		}
		group.Go(func() error {
			for _, s := range studies {
				var err error
				if s.outcomes[trial], err = s.run(s, stopped, o.Seed, uint64(trial)); err != nil {
					failed.Store(true)
					return fmt.Errorf("trial %d: %w", trial, err)
				}
			}
			o.Progress.Add(1)
			return nil
		})
	}
	err := group.Wait()
	if ctx.Err() != nil {
		return ErrInterrupted
	}
	return err
}

// errors returns E_Pro of all trials, ascending, of a network at a step that is
// looked at.
func (s *study) errors(network, step int) []float64 {
	return s.over(func(o outcome) float64 { return o.errors[network][slices.Index(s.steps, step)] })
}

// batch returns E_Pro of batch PCA in all trials, ascending, at a step of the
// tables, or nil if it was not measured.
func (s *study) batch(step int) []float64 {
	if s.outcomes[0].batch == nil {
		return nil
	}
	return s.over(func(o outcome) float64 { return o.batch[slices.Index(s.tables, step)] })
}

func (s *study) over(of func(outcome) float64) []float64 {
	var values []float64
	for _, o := range s.outcomes {
		values = append(values, of(o))
	}
	slices.Sort(values)
	return values
}
