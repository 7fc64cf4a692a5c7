package experiment

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"twophase/circuit/intervention"
)

// Replay runs trials of a run again, from its manifest, to have a look at single steps.
// It keeps what trials were at some of their steps, so that another step of a trial is
// quickly found. It is not safe for concurrent use.
type Replay struct {
	own     *course
	current *trialRun // where it was left, nil if nowhere
	at      *course   // of the current one
	kept    kept
}

// course is one way that trials of a plan take.
type course struct {
	plan *Plan
	run  string
	from *course // of a fork: the way of the run from which it goes on
	fork int     // after this step; 0: it begins by itself
}

// OpenReplay makes ready to replay a run, complete or not. It returns an error if it
// cannot be repeated: if a file that it reads has changed, or if the manifest is not one
// that this program writes; and if the circuit is so large that to look into a step
// takes more memory than an inspector may. Of a fork, the run from which it goes on
// must be there too, in the same comparison.
func OpenReplay(ctx context.Context, folder string) (*Replay, error) {
	m, err := ReadManifest(folder)
	if err != nil {
		return nil, err
	}
	c, err := openCourse(ctx, folder, m)
	if err != nil {
		return nil, fmt.Errorf("replay %s: %w", folder, err)
	}
	return &Replay{own: c}, nil
}

func openCourse(ctx context.Context, folder string, m Manifest) (_ *course, err error) {
	if err := m.readable(); err != nil {
		return nil, err
	}
	if err := m.Experiment.checkReplay(); err != nil {
		return nil, err
	}
	c := &course{run: m.Run}
	if m.Fork != nil {
		if c.fork = m.Fork.At; c.fork < 1 {
			return nil, fmt.Errorf("a fork after step %d", c.fork)
		}
		if c.from, err = openFork(ctx, folder, *m.Fork); err != nil {
			return nil, err
		}
	}
	defer func() {
		if err != nil {
			c.close()
		}
	}()
	if c.plan, err = m.resolve(); err != nil {
		return nil, err
	}
	if err = checkReplaySize(c.plan.spec.Inputs, c.plan.Experiment.Outputs); err != nil {
		return nil, err
	}
	c.plan.unmeasured = !slices.ContainsFunc(c.plan.interventions, asksForError)
	if _, err = m.prepare(ctx, c.plan, RunOptions{}.withDefaults()); err != nil {
		return nil, err
	}
	return c, nil
}

// asksForError reports whether an intervention waits for E_Pro.
func asksForError(i intervention.Intervention) bool {
	when, ok := i.When.(intervention.When)
	return ok && when.Condition.Quantity == intervention.Error
}

// openFork opens the run from which a fork in the same comparison goes on.
func openFork(ctx context.Context, folder string, f Fork) (*course, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	comparison := filepath.Dir(folder)
	variants, err := ReadComparison(comparison)
	if err != nil {
		return nil, fmt.Errorf("it goes on from step %d of the run %.20s, which is not beside it: %w", f.At, f.Of, err)
	}
	first, err := variants[0].Folder(comparison)
	if err != nil {
		return nil, err
	}
	m, err := ReadManifest(first)
	switch {
	case err != nil:
		return nil, err
	case m.Run != f.Of || m.Fork != nil:
		return nil, fmt.Errorf("it goes on from step %d of the run %.20s, and %s is another run", f.At, f.Of, first)
	}
	return openCourse(ctx, first, m)
}

func (c *course) close() (err error) {
	if c.plan != nil {
		err = c.plan.Close()
	}
	if c.from != nil {
		err = errors.Join(err, c.from.close())
	}
	return err
}

// Close ends the replay.
func (r *Replay) Close() error {
	r.leave()
	return r.own.close()
}

// leave forgets the current trial.
func (r *Replay) leave() {
	if r.current != nil {
		r.current.stimuli.close()
	}
	r.current, r.at = nil, nil
}

// Steps returns the number of steps of each trial, and Trials that of the trials.
func (r *Replay) Steps() int  { return r.own.plan.Experiment.Steps }
func (r *Replay) Trials() int { return r.own.plan.Experiment.Trials }

// Step replays one step of a trial, counted from 1. If it is given tell, it tells how
// far it has come, from 0 to 1. If ctx ends before, the error is ErrInterrupted, and
// what was done is not lost.
func (r *Replay) Step(ctx context.Context, trial, step int, tell func(done float64)) (*ReplayedStep, error) {
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
	if tell == nil {
		tell = func(float64) {}
	}
	err := r.reach(ctx, c, trial, step-1, tell)
	var found *ReplayedStep
	if err == nil {
		found, err = takeApart(r.current)
	}
	if err != nil && !errors.Is(err, ErrInterrupted) {
		r.leave()
	}
	return found, err
}

// reach makes the trial current as it is after a step of a course.
func (r *Replay) reach(ctx context.Context, c *course, trial, step int, tell func(float64)) error {
	if err := r.begin(ctx, c, trial, step, tell); err != nil {
		return err
	}
	t := r.current
	first := t.circuit.StepCount()
	x := make([]float64, t.stimuli.Inputs())
	for at := first; at < step; at++ {
		if at%blockSteps == 0 {
			tell(float64(at-first) / float64(step-first))
			if ctx.Err() != nil {
				r.keep()
				return fmt.Errorf("%w after step %d", ErrInterrupted, at)
			}
		}
		if _, err := t.next(x); err != nil {
			return err
		}
		if err := t.circuit.Step(x); err != nil {
			return err
		}
		if r.kept.wants(at+1, step, c.plan.Experiment.Steps) {
			r.keep()
		}
	}
	r.keep()
	return nil
}

// begin makes a trial current, as it is at the last step up to some step that is known.
func (r *Replay) begin(ctx context.Context, c *course, trial, step int, tell func(float64)) error {
	var from *trialState
	found := r.kept.latest(c, trial, step)
	if r.current != nil && r.at == c && r.current.trial == trial {
		at := r.current.circuit.StepCount()
		if at <= step && (found == nil || found.Circuit.Step <= at) {
			return nil
		}
	}
	switch {
	case found != nil:
		from = found
	case c.from != nil:
		if err := r.reach(ctx, c.from, trial, c.fork, tell); err != nil {
			return err
		}
		var err error
		if from, err = r.current.forked(c.plan.spec, c.fork); err != nil {
			return err
		}
	}
	r.leave()
	t := &trialRun{
		plan: c.plan, trial: trial, name: c.run, from: from, unmeasured: true,
		stopped: func() bool { return false }, failed: func() {},
	}
	if err := t.begin(); err != nil {
		return err
	}
	r.current, r.at = t, c
	return nil
}

// keep keeps what the current trial is.
func (r *Replay) keep() {
	s, err := r.current.state(0)
	if err == nil {
		r.kept.add(r.at, r.current.trial, s)
	} // what cannot be kept has to be found again
}

// A circuit is not replayed if it has more synapses than this, or stimuli that take
// more numbers.
const replayLimit = 2 << 20

// checkReplaySize returns an error if a circuit is too large to look into its steps.
func checkReplaySize(inputs, outputs int) error {
	if inputs < 0 || outputs < 0 || inputs > replayLimit || outputs > replayLimit || outputs*(inputs+outputs) > replayLimit {
		return fmt.Errorf("a circuit of %d inputs and %d outputs is too large to look into its steps here: at most %d synapses", inputs, outputs, replayLimit)
	}
	return nil
}

// checkReplay returns an error if a plan of the experiment would take more memory than
// an inspector may. The experiment may be anything.
func (e Experiment) checkReplay() error {
	inputs := max(e.Stimulus.Inputs, len(e.Stimulus.Spectrum))
	if err := checkReplaySize(inputs, max(e.Outputs, 1)); err != nil {
		return err
	}
	if n := len(e.Stimulus.Spectrum); n > 0 {
		last := e.Stimulus.Spectrum[n-1]
		above := slices.IndexFunc(e.Stimulus.Spectrum, func(v float64) bool { return v == last })
		if inputs*above > replayLimit {
			return fmt.Errorf("stimuli of %d inputs and %d directions are too large to look into steps here", inputs, above)
		}
	}
	if s := e.Settle; s != nil && s.Sweeps > 1_000_000 {
		return fmt.Errorf("%d sweeps for a stimulus take too long to look into steps here", s.Sweeps)
	}
	return nil
}
