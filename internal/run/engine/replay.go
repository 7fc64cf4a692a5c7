package engine

import (
	"context"
	"errors"
	"fmt"

	"twophase/internal/files/interrupt"
	"twophase/internal/run/training"
	"twophase/internal/traces/result"
)

// Replay runs trials of a run again, from its manifest, to show single steps. It keeps states
// of trials at some of their steps, so that it finds another step of a trial quickly. It is
// not safe for concurrent use.
type Replay struct {
	own     *course
	current *training.Trial // at the step where it stopped; nil: none
	at      *course         // of the current trial
	kept    kept
}

// OpenReplay prepares the replay of a run, complete or not. It returns an error if the run
// cannot be repeated: because a file that it reads has changed, or because this program did
// not write the manifest. It also returns one if a step of the circuit takes more memory than
// an inspector may use. A fork needs the run that it continues, in the same comparison.
func OpenReplay(ctx context.Context, folder string) (*Replay, error) {
	m, err := result.ReadManifest(folder)
	if err != nil {
		return nil, err
	}
	c, err := openCourse(ctx, folder, m)
	if err != nil {
		return nil, fmt.Errorf("replay %s: %w", folder, err)
	}
	return &Replay{own: c}, nil
}

// Close ends the replay.
func (r *Replay) Close() error {
	r.leave()
	return r.own.close()
}

// leave forgets the current trial.
func (r *Replay) leave() {
	if r.current != nil {
		r.current.Close()
	}
	r.current, r.at = nil, nil
}

// Steps returns the number of steps of each trial, and Trials that of the trials.
func (r *Replay) Steps() int  { return r.own.plan.Experiment.Steps }
func (r *Replay) Trials() int { return r.own.plan.Experiment.Trials }

// Step replays one step of a trial, counted from 1, which may be the one in which it diverged. It reports its progress, from 0 to 1, to
// report unless that is nil. If ctx ends first, the error is ErrInterrupted, and the next call
// continues from there.
func (r *Replay) Step(ctx context.Context, trial, step int, report func(done float64)) (*ReplayedStep, error) {
	if trial < 0 || trial >= r.Trials() {
		return nil, fmt.Errorf("no trial %d: choose one from 0 to %d", trial, r.Trials()-1)
	}
	if step < 1 || step > r.Steps() {
		return nil, fmt.Errorf("no step %d: choose one from 1 to %d", step, r.Steps())
	}
	c := r.own
	if step <= c.fork {
		c = c.from
	}
	if report == nil {
		report = func(float64) {}
	}
	err := r.reach(ctx, c, trial, step-1, report)
	var found *ReplayedStep
	if err == nil {
		found, err = takeApart(r.current)
	}
	if err != nil && !errors.Is(err, interrupt.ErrInterrupted) || found != nil && found.Diverged != nil {
		r.leave()
	}
	return found, err
}

// reach makes the trial current, at the state after a step of a course.
func (r *Replay) reach(ctx context.Context, c *course, trial, step int, report func(float64)) error {
	if err := r.begin(ctx, c, trial, step, report); err != nil {
		return err
	}
	t := r.current
	first := t.Circuit().StepCount()
	x := make([]float64, c.plan.Spec.Width())
	for at := first; at < step; at++ {
		if at%training.BlockSteps == 0 {
			report(float64(at-first) / float64(step-first))
			if ctx.Err() != nil {
				r.keep()
				return fmt.Errorf("%w after step %d", interrupt.ErrInterrupted, at)
			}
		}
		if err := t.Step(x); err != nil {
			return err
		}
		if r.kept.wants(at+1, step, c.plan.Experiment.Steps) {
			r.keep()
		}
	}
	r.keep()
	return nil
}

// begin makes a trial current, at the latest kept state not after some step.
func (r *Replay) begin(ctx context.Context, c *course, trial, step int, report func(float64)) error {
	var from *training.State
	found := r.kept.latest(c, trial, step)
	if r.current != nil && r.at == c && r.current.Number == trial {
		at := r.current.Circuit().StepCount()
		if at <= step && (found == nil || found.Circuit.Step <= at) {
			return nil
		}
	}
	switch {
	case found != nil:
		from = found
	case c.from != nil:
		if err := r.reach(ctx, c.from, trial, c.fork, report); err != nil {
			return err
		}
		var err error
		if from, err = r.current.Forked(c.plan.Spec, c.fork); err != nil {
			return err
		}
	}
	r.leave()
	t := &training.Trial{
		Plan: c.plan, Number: trial, Run: c.run, From: from, Unmeasured: true,
	}
	if err := t.Begin(); err != nil {
		return err
	}
	r.current, r.at = t, c
	return nil
}

// keep keeps the state of the current trial.
func (r *Replay) keep() {
	s, err := r.current.State(0)
	if err == nil {
		r.kept.add(r.at, r.current.Number, s)
	} // without the state, the step is replayed again
}
