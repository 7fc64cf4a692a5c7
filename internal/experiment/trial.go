package experiment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"twophase/circuit"
	"twophase/recorder"
)

// trialRun is one trial on its way.
type trialRun struct {
	plan     *Plan
	trial    int
	folder   folder
	name     string
	progress func(steps int)
}

// result is what one trial found.
type result struct {
	Trial    int       `json:"trial"`
	Measures Measures  `json:"measures"`
	Pruning  []Pruning `json:"pruning"`
	Curve    []Point   `json:"curve"`

	MeanSweeps Number `json:"mean_sweeps,omitempty"` // settling sweeps per stimulus
	Unsettled  Number `json:"unsettled,omitempty"`   // fraction of stimuli that did not settle

	weights   recorder.Final
	preview   *preview
	reference *reference
	elapsed   time.Duration
}

// ErrInterrupted is the error of a run whose context was cancelled.
var ErrInterrupted = errors.New("interrupted")

// blockSteps is how many steps pass between two looks at the context.
const blockSteps = 256

// run runs the trial from its first step to its last.
func (t trialRun) run(ctx context.Context) (_ *result, err error) {
	defer func() {
		if err != nil && t.plan.Experiment.Trials > 1 {
			err = fmt.Errorf("trial %d: %w", t.trial, err)
		}
	}()
	stimuli, err := t.plan.stimuli.trial(uint64(t.trial))
	if err != nil {
		return nil, err
	}
	defer stimuli.close()
	spec := t.plan.spec
	spec.Trial = uint64(t.trial)
	c, err := circuit.New(spec)
	if err != nil {
		return nil, err
	}
	monitor := newMonitor(c, stimuli.reference)
	c.Attach(monitor)
	traces, err := recorder.Start(c, t.plan.requests, recorder.Options{
		Run: t.name, Trial: t.trial, Folder: t.folder.work(), Parts: t.plan.Experiment.Parts,
	})
	if err != nil {
		return nil, err
	}

	start := time.Now()
	if err := t.steps(ctx, c, stimuli); err != nil {
		return nil, errors.Join(err, traces.Close())
	}
	if err := traces.Close(); err != nil {
		return nil, err
	}
	elapsed := time.Since(start)
	return t.result(c, monitor, stimuli.reference, elapsed)
}

// steps presents all stimuli.
func (t trialRun) steps(ctx context.Context, c *circuit.Circuit, stimuli trialStimuli) error {
	x := make([]float64, stimuli.Inputs())
	for steps := t.plan.Experiment.Steps; c.StepCount() < steps; {
		if ctx.Err() != nil {
			return fmt.Errorf("%w after step %d", ErrInterrupted, c.StepCount())
		}
		block := min(blockSteps, steps-c.StepCount())
		for range block {
			if err := stimuli.Next(x); err == io.EOF {
				return fmt.Errorf("the stimuli ended after %d of %d steps: the file was changed while it was read", c.StepCount(), steps)
			} else if err != nil {
				return err
			}
			if err := c.Step(x); err != nil {
				return err
			}
		}
		if t.progress != nil {
			t.progress(block)
		}
	}
	return nil
}

// result measures the circuit at its end.
func (t trialRun) result(c *circuit.Circuit, m *monitor, r *reference, elapsed time.Duration) (*result, error) {
	if err := c.CheckWeights(); err != nil {
		return nil, err
	}
	if err := m.look(c); err != nil {
		return nil, err
	}
	measures, err := r.measure(c)
	if err != nil {
		return nil, err
	}
	return &result{
		Trial:      t.trial,
		Measures:   measures,
		Pruning:    m.pruning,
		Curve:      m.curve,
		MeanSweeps: Number(float64(m.sweeps) / float64(c.StepCount())),
		Unsettled:  Number(float64(m.unsettled) / float64(c.StepCount())),
		weights:    recorder.FinalOf(c),
		preview:    m.preview,
		reference:  r,
		elapsed:    elapsed,
	}, nil
}
