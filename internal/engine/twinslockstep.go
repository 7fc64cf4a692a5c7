package engine

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"twophase/circuit"
	"twophase/internal/folder"
	"twophase/internal/planning"
	"twophase/internal/result"
	"twophase/internal/training"
	"twophase/neuron"
)

// lockstepSteps is the number of steps between two comparisons of the variants. As long as
// two variants are the same, their state at the last comparison is kept. When they part,
// these steps are taken again one by one to find the step.
const lockstepSteps = 16 * training.BlockSteps

// twinRun is a run of variants.
type twinRun struct {
	variants  []Variant
	manifests []result.Manifest
	folders   []*folder.Folder // of each variant
	fork      int
	options   planning.RunOptions

	trials [][]*training.Trial // of each variant, by trial
	differ [][]int             // likewise; see Twin.Differ
}

// run runs all trials of all variants.
func (r *twinRun) run(ctx context.Context) error {
	first := r.variants[0].Plan
	trials, size := first.Experiment.Trials, 1
	var failed atomic.Bool
	for i, v := range r.variants {
		size = max(size, circuit.EnsembleSize(v.Plan.Spec))
		var runs []*training.Trial
		for trial := range trials {
			runs = append(runs, &training.Trial{
				Plan: v.Plan, Number: trial, Out: r.folders[i], Run: r.manifests[i].Run,
				Prefetch: trials*len(r.variants) < min(r.options.Workers, runtime.GOMAXPROCS(0)),
				Stopped:  func() bool { return ctx.Err() != nil || failed.Load() },
			})
		}
		r.trials = append(r.trials, runs)
		r.differ = append(r.differ, make([]int, trials))
	}
	var group errgroup.Group
	group.SetLimit(r.options.Workers)
	size = min(size, (trials+r.options.Workers-1)/r.options.Workers)
	for from := 0; from < trials; from += size {
		group.Go(func() error {
			err := r.together(from, min(from+size, trials))
			if err != nil {
				failed.Store(true)
			}
			return err
		})
	}
	return group.Wait()
}

// together runs trials from … to−1 of all variants, side by side. A trial that diverges is
// not an error here; any other failure ends the comparison.
func (r *twinRun) together(from, to int) error {
	steps := r.variants[0].Plan.Experiment.Steps
	cohorts := []*training.Cohort{training.NewCohort(r.trials[0][from:to])}
	defer func() {
		for _, c := range cohorts {
			c.Leave()
		}
	}()
	for done := 0; done < steps; {
		if done == r.fork {
			if err := r.separate(from, to); err != nil {
				return err
			}
			for _, runs := range r.trials[1:] {
				cohorts = append(cohorts, training.NewCohort(runs[from:to]))
			}
		}
		n := min(lockstepSteps, steps-done)
		if done < r.fork {
			n = min(n, r.fork-done)
		}
		before, err := r.undecided(from, to, len(cohorts))
		if err != nil {
			return err
		}
		for _, c := range cohorts {
			c.RunTo(done+n, r.options.Progress)
		}
		for _, b := range before {
			if err := r.compare(b, n); err != nil {
				return err
			}
		}
		if err := r.failure(from, to); err != nil {
			return err
		}
		done += n
	}
	for _, c := range cohorts {
		c.End()
	}
	return r.failure(from, to)
}

// failure returns the first error that is not a divergence.
func (r *twinRun) failure(from, to int) error {
	for i, runs := range r.trials {
		for _, t := range runs[from:to] {
			var diverged *circuit.Divergence
			if t.Err != nil && !errors.As(t.Err, &diverged) {
				return fmt.Errorf("%s, trial %d: %w", r.variants[i].Name, t.Number, t.Err)
			}
		}
	}
	return nil
}

// separate gives the later variants the state of the first one.
func (r *twinRun) separate(from, to int) error {
	if r.fork == 0 {
		return nil
	}
	for trial := from; trial < to; trial++ {
		first := r.trials[0][trial]
		if first.Err != nil {
			return fmt.Errorf("%s, trial %d: %w: there is nothing to fork", r.variants[0].Name, trial, first.Err)
		}
		for i, runs := range r.trials[1:] {
			s, err := first.Forked(r.variants[i+1].Plan.Spec, r.fork)
			if err != nil {
				return err
			}
			runs[trial].From = s
		}
	}
	return nil
}

// pair is a trial of a variant and the same trial of the one that it is compared with, which may
// still be identical, with their states at the last comparison.
type pair struct {
	variant, trial int
	first, other   *training.State
}

// undecided returns the pairs that may still be identical.
func (r *twinRun) undecided(from, to, variants int) (pairs []pair, err error) {
	for i := 1; i < variants; i++ {
		for trial := from; trial < to; trial++ {
			a, b := r.trials[r.variants[i].Against][trial], r.trials[i][trial]
			if r.differ[i][trial] != 0 || a.Err != nil || b.Err != nil {
				continue
			}
			p := pair{variant: i, trial: trial}
			if !sameActivity(a.Circuit(), b.Circuit()) {
				r.differ[i][trial] = max(a.Circuit().StepCount(), 1) // at the start, already
				continue
			}
			if p.first, err = a.State(0); err == nil {
				p.other, err = b.State(0)
			}
			if err != nil {
				return nil, err
			}
			pairs = append(pairs, p)
		}
	}
	return pairs, nil
}

// sameState reports whether all weights of two circuits are the same. Circuits with the same
// activity for a while may have different weights.
func sameState(a, b *circuit.Circuit) bool {
	if !sameActivity(a, b) {
		return false
	}
	for i, p := range a.Projections() {
		for post := range p.Post().Len() {
			if !slices.Equal(p.Row(post), b.Projections()[i].Row(post)) {
				return false
			}
		}
	}
	return true
}

// compare finds the step, among the last n, at which a pair parted, if it did. A pair has not
// parted if both trials are the same now and no intervention has changed either.
func (r *twinRun) compare(p pair, n int) error {
	a, b := r.trials[r.variants[p.variant].Against][p.trial], r.trials[p.variant][p.trial]
	if a.Err == nil && b.Err == nil && sameState(a.Circuit(), b.Circuit()) &&
		a.Happened() == p.first.Seen.Happened && b.Happened() == p.other.Seen.Happened {
		return nil
	}
	again := [2]*training.Trial{}
	for i, t := range []*training.Trial{a, b} {
		again[i] = &training.Trial{
			Plan: t.Plan, Number: t.Number, From: []*training.State{p.first, p.other}[i],
		}
		if err := again[i].Begin(); err != nil {
			return err
		}
		defer again[i].Close()
	}
	x := make([]float64, a.Plan.Spec.Inputs)
	for range n {
		for _, t := range again {
			if _, err := t.Next(x); err != nil {
				return err
			}
			if err := t.Circuit().Step(x); err != nil {
				r.differ[p.variant][p.trial] = t.Circuit().StepCount()
				return nil
			}
		}
		if !sameActivity(again[0].Circuit(), again[1].Circuit()) {
			r.differ[p.variant][p.trial] = again[0].Circuit().StepCount()
			return nil
		}
	}
	return nil
}

// sameActivity reports whether the outputs and the scales of two circuits are equal, to the
// last bit.
func sameActivity(a, b *circuit.Circuit) bool {
	return slices.Equal(a.Outputs().Signals(neuron.Final), b.Outputs().Signals(neuron.Final)) &&
		slices.Equal(a.Outputs().Scales(), b.Outputs().Scales())
}
