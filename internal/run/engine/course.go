package engine

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"twophase/circuit/intervention"
	"twophase/internal/experiment"
	"twophase/internal/run/planning"
	"twophase/internal/traces/result"
)

// course is the steps of the trials of one plan.
type course struct {
	plan *planning.Plan
	run  string
	from *course // of a fork: the course of the run that it continues; else nil
	fork int     // the fork is after this step; 0: there is none
}

func openCourse(ctx context.Context, folder string, m result.Manifest) (_ *course, err error) {
	if err := m.Readable(); err != nil {
		return nil, err
	}
	if err := checkReplay(m.Experiment); err != nil {
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
	if c.plan, err = resolveManifest(ctx, m); err != nil {
		return nil, err
	}
	if err = checkReplaySize(c.plan.Spec.Inputs, c.plan.Experiment.Outputs); err != nil {
		return nil, err
	}
	c.plan.Unmeasured = !slices.ContainsFunc(c.plan.Interventions, asksForError)
	if _, err = prepareAgain(ctx, m, c.plan, planning.RunOptions{}.WithDefaults()); err != nil {
		return nil, err
	}
	return c, nil
}

// asksForError reports whether the condition of an intervention needs E_Pro.
func asksForError(i intervention.Intervention) bool {
	when, ok := i.When.(intervention.When)
	return ok && when.Condition.Quantity == intervention.Error
}

// openFork opens the run that a fork continues, in the same comparison.
func openFork(ctx context.Context, folder string, f result.Fork) (*course, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	comparison := filepath.Dir(folder)
	variants, err := result.ReadComparison(comparison)
	if err != nil {
		return nil, fmt.Errorf("it goes on from step %d of the run %.20s, which is not beside it: %w", f.At, f.Of, err)
	}
	first, err := variants[0].Folder(comparison)
	if err != nil {
		return nil, err
	}
	m, err := result.ReadManifest(first)
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

// Limits of replay: the synapses of the circuit, and the numbers that describe its stimuli.
const replayLimit = 2 << 20

// checkReplaySize returns an error if a circuit is too large to replay its steps.
func checkReplaySize(inputs, outputs int) error {
	if inputs < 0 || outputs < 0 || inputs > replayLimit || outputs > replayLimit || outputs*(inputs+outputs) > replayLimit {
		return fmt.Errorf("a circuit of %d inputs and %d outputs is too large to replay its steps here: at most %d synapses", inputs, outputs, replayLimit)
	}
	return nil
}

// checkReplay returns an error if a plan of the experiment would take more memory than an
// inspector may use. The experiment is not trusted.
func checkReplay(e experiment.Experiment) error {
	inputs := max(e.Stimulus.Inputs, len(e.Stimulus.Spectrum))
	if err := checkReplaySize(inputs, max(e.Outputs, 1)); err != nil {
		return err
	}
	if n := len(e.Stimulus.Spectrum); n > 0 {
		last := e.Stimulus.Spectrum[n-1]
		above := slices.IndexFunc(e.Stimulus.Spectrum, func(v float64) bool { return v == last })
		if inputs*above > replayLimit {
			return fmt.Errorf("stimuli of %d inputs and %d directions are too large to replay steps here", inputs, above)
		}
	}
	if s := e.Settle; s != nil && s.Sweeps > 1_000_000 {
		return fmt.Errorf("%d sweeps for a stimulus take too long to replay steps here", s.Sweeps)
	}
	return nil
}
