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
	"twophase/internal/files/folder"
	"twophase/internal/run/planning"
	"twophase/internal/run/training"
	"twophase/internal/traces/result"
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
	out       *folder.Folder // of the comparison
	id        string         // of the comparison, in checkpoints

	trials [][]*training.Trial     // of each variant, by trial
	differ [][]int                 // likewise; see Twin.Differ
	kept   [][]training.Checkpoint // likewise: the last one of each trial
	from   []*training.Abreast     // by trial: the checkpoint with which it begins; nil: there is none
	failed *atomic.Bool            // the trials are to stop
}

// begin makes the trials of all variants, and sets them to their checkpoints.
func (r *twinRun) begin(ctx context.Context, from []*training.Abreast) {
	var failed atomic.Bool
	r.from, r.failed = from, &failed
	trials := len(from)
	for i, v := range r.variants {
		r.differ = append(r.differ, make([]int, trials))
		r.kept = append(r.kept, make([]training.Checkpoint, trials))
		var runs []*training.Trial
		for trial := range trials {
			t := &training.Trial{
				Plan: v.Plan, Number: trial, Out: r.folders[i], Run: r.manifests[i].Run,
				Prefetch: trials*len(r.variants) < min(r.options.Workers, runtime.GOMAXPROCS(0)),
				Stopped:  func() bool { return ctx.Err() != nil || failed.Load() },
				Keep: func(c training.Checkpoint) error {
					r.kept[i][trial] = c
					return nil
				},
			}
			if a := from[trial]; a != nil && a.Variants[i].Begun() {
				r.differ[i][trial], r.kept[i][trial] = a.Differ[i], a.Variants[i]
				t.TakeUp(&a.Variants[i])
			}
			runs = append(runs, t)
		}
		r.trials = append(r.trials, runs)
	}
}

// stepsLeft returns the number of steps that all trials still take.
func (r *twinRun) stepsLeft() (steps int) {
	last := r.variants[0].Plan.Experiment.Steps
	for i := range r.variants {
		for _, c := range r.kept[i] {
			switch {
			case c.Begun():
				steps += c.Left(last)
			case i == 0:
				steps += last
			default:
				steps += last - r.fork
			}
		}
	}
	return steps
}

// run runs all trials of all variants.
func (r *twinRun) run(ctx context.Context) error {
	trials, size := len(r.from), 1
	for _, v := range r.variants {
		size = max(size, circuit.EnsembleSize(v.Plan.Spec))
	}
	r.options.Progress.Start(r.stepsLeft())
	var group errgroup.Group
	group.SetLimit(r.options.Workers)
	size = min(size, (trials+r.options.Workers-1)/r.options.Workers)
	for from, to := 0, 0; from < trials; from = to {
		for to = from + 1; to < min(from+size, trials) && r.alike(from, to); to++ {
		}
		group.Go(func() error {
			err := r.together(from, to)
			if err != nil {
				r.failed.Store(true)
			}
			return err
		})
	}
	err := group.Wait()
	if err != nil {
		err = errors.Join(err, r.saveEnded())
	}
	return err
}

// together runs trials from … to−1 of all variants, side by side. A trial that diverges is
// not an error here; any other failure ends the comparison, and the trials leave checkpoints.
func (r *twinRun) together(from, to int) error {
	steps := r.variants[0].Plan.Experiment.Steps
	done, until, pairs := r.resumedAt(from, to)
	cohorts := []*training.Cohort{r.cohort(0, from, to)}
	defer func() {
		for _, c := range cohorts {
			c.Leave()
		}
	}()
	save := func(done, until int, pairs []pair) (err error) {
		for _, c := range cohorts { // some of which have not been asked to stop
			err = errors.Join(err, c.Save())
		}
		return errors.Join(err, r.save(from, to, done, until, pairs))
	}
	for done < steps {
		if done >= r.fork && len(cohorts) == 1 {
			err := r.failure(from, to)
			if err == nil {
				err = r.separate(from, to)
			}
			if err != nil {
				return errors.Join(err, save(done, until, pairs))
			}
			for i := 1; i < len(r.trials); i++ {
				cohorts = append(cohorts, r.cohort(i, from, to))
			}
		}
		if until == done {
			var err error
			if pairs, err = r.undecided(from, to, len(cohorts)); err != nil {
				return err
			}
			until = r.nextComparison(done)
		}
		for _, c := range cohorts {
			c.RunTo(until, r.options.Progress)
		}
		if err := r.failure(from, to); err != nil {
			return errors.Join(err, save(done, until, pairs))
		}
		for _, b := range pairs {
			if err := r.compare(b, until-done); err != nil {
				return err
			}
		}
		if done = until; r.checkpointIsDue(done) {
			if err := save(done, done, nil); err != nil {
				return err
			}
		}
	}
	for _, c := range cohorts {
		c.End()
	}
	err := r.failure(from, to)
	if err != nil || r.options.CheckpointEvery > 0 {
		err = errors.Join(err, r.save(from, to, steps, steps, nil))
	}
	return err
}

// cohort returns those of some trials of a variant that have not ended.
func (r *twinRun) cohort(variant, from, to int) *training.Cohort {
	var going []*training.Trial
	for _, t := range r.trials[variant][from:to] {
		if t.Err == nil && t.Result == nil {
			going = append(going, t)
		}
	}
	return training.NewCohort(going)
}

// nextComparison returns the step at which the variants are compared next.
func (r *twinRun) nextComparison(done int) int {
	next := min(done+lockstepSteps, r.variants[0].Plan.Experiment.Steps)
	if every := r.options.CheckpointEvery; every > 0 {
		next = min(next, done+every-done%every)
	}
	if done < r.fork {
		next = min(next, r.fork)
	}
	return next
}

// checkpointIsDue reports whether checkpoints are written after a step at which the variants were compared.
func (r *twinRun) checkpointIsDue(done int) bool {
	every := r.options.CheckpointEvery
	return every > 0 && done%every == 0 && done < r.variants[0].Plan.Experiment.Steps
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

// separate gives the later variants, which have not begun, the state of the first one.
func (r *twinRun) separate(from, to int) error {
	if r.fork == 0 {
		return nil
	}
	for trial := from; trial < to; trial++ {
		first := r.trials[0][trial]
		for i, runs := range r.trials[1:] {
			if r.kept[i+1][trial].Begun() {
				continue
			}
			if first.Err != nil {
				return fmt.Errorf("%s, trial %d: %w: there is nothing to fork", r.variants[0].Name, trial, first.Err)
			}
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
	trial int
	training.Pair
}

// undecided returns the pairs that may still be identical.
func (r *twinRun) undecided(from, to, variants int) (pairs []pair, err error) {
	for i := 1; i < variants; i++ {
		for trial := from; trial < to; trial++ {
			a, b := r.trials[r.variants[i].Against][trial], r.trials[i][trial]
			if r.differ[i][trial] != 0 || a.Err != nil || b.Err != nil {
				continue
			}
			p := pair{trial, training.Pair{Variant: i}}
			if !sameActivity(a.Circuit(), b.Circuit()) {
				r.differ[i][trial] = max(a.Circuit().StepCount(), 1) // at the start, already
				continue
			}
			if p.First, err = a.State(0); err == nil {
				p.Other, err = b.State(0)
			}
			if err != nil {
				return nil, err
			}
			pairs = append(pairs, p)
		}
	}
	return pairs, nil
}

// sameState reports whether all weights of two circuits are the same, and what their neurons keep. Circuits with the same
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
	for i, p := range a.Populations() {
		if !p.KeepsSame(b.Populations()[i]) {
			return false
		}
	}
	return true
}

// compare finds the step, among the last n, at which a pair parted, if it did. A pair has not
// parted if both trials are the same now and no intervention has changed either.
func (r *twinRun) compare(p pair, n int) error {
	a, b := r.trials[r.variants[p.Variant].Against][p.trial], r.trials[p.Variant][p.trial]
	if a.Err == nil && b.Err == nil && sameState(a.Circuit(), b.Circuit()) &&
		a.Happened() == p.First.Seen.Happened && b.Happened() == p.Other.Seen.Happened {
		return nil
	}
	again := [2]*training.Trial{}
	for i, t := range []*training.Trial{a, b} {
		again[i] = &training.Trial{
			Plan: t.Plan, Number: t.Number, From: []*training.State{p.First, p.Other}[i],
		}
		if err := again[i].Begin(); err != nil {
			return err
		}
		defer again[i].Close()
	}
	x := make([]float64, a.Plan.Spec.Width())
	for range n {
		for _, t := range again {
			if _, err := t.Next(x); err != nil {
				return err
			}
			if err := t.Circuit().Step(x); err != nil {
				r.differ[p.Variant][p.trial] = t.Circuit().StepCount()
				return nil
			}
		}
		if !sameActivity(again[0].Circuit(), again[1].Circuit()) {
			r.differ[p.Variant][p.trial] = again[0].Circuit().StepCount()
			return nil
		}
	}
	return nil
}

// sameActivity reports whether the outputs and their scales, and the variables of all neurons, are equal in two circuits, to the
// last bit.
func sameActivity(a, b *circuit.Circuit) bool {
	for i, p := range a.Populations() {
		if !p.SameVariables(b.Populations()[i]) {
			return false
		}
	}
	return slices.Equal(a.Outputs().Signals(neuron.Final), b.Outputs().Signals(neuron.Final)) &&
		slices.Equal(a.Outputs().Scales(), b.Outputs().Scales())
}
