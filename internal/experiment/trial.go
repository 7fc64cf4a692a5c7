package experiment

import (
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
	folder   string
	name     string      // of the run
	stopped  func() bool // asked once in a while
	prefetch bool        // there is a processor to prepare the stimuli
	progress Progress
}

// result is what one trial found.
type result struct {
	Trial    int      `json:"trial"`
	Measures Measures `json:"measures"`
	Pruning  Pruning  `json:"pruning"`
	Curve    []Point  `json:"curve"`

	MeanSweeps Number `json:"mean_sweeps"` // settling sweeps per stimulus, 0 if nothing settles
	Unsettled  Number `json:"unsettled"`   // fraction of stimuli that did not settle

	weights recorder.Final
	preview *preview // of trial 0
	against against
	elapsed time.Duration
}

// blockSteps is how many steps pass between two looks at whether to stop.
const blockSteps = 256

// run runs the trial from its first step to its last.
func (t trialRun) run() (*result, error) {
	if t.stopped() {
		return nil, fmt.Errorf("%w before trial %d", ErrInterrupted, t.trial)
	}
	stimuli, err := t.plan.stimuli.trial(uint64(t.trial))
	if err != nil {
		return nil, err
	}
	if t.prefetch {
		stimuli = stimuli.prefetched()
	}
	defer stimuli.close()
	spec := t.plan.spec
	spec.Trial = uint64(t.trial)
	c, err := circuit.New(spec)
	if err != nil {
		return nil, err
	}
	monitor := newMonitor(c, stimuli.reference)
	if t.trial == 0 {
		monitor.preview = newPreview(c)
	}
	c.Attach(monitor)
	traces, err := recorder.Start(c, t.plan.requests, recorder.Options{
		Run: t.name, Trial: t.trial, Folder: t.folder, Parts: t.plan.Experiment.Parts,
	})
	if err != nil {
		return nil, err
	}

	start := time.Now()
	if err := t.steps(c, stimuli); err != nil {
		return nil, errors.Join(err, traces.Close())
	}
	if err := traces.Close(); err != nil {
		return nil, err
	}
	return t.result(c, monitor, stimuli.reference, time.Since(start))
}

// steps presents all stimuli.
func (t trialRun) steps(c *circuit.Circuit, stimuli trialStimuli) error {
	x := make([]float64, stimuli.Inputs())
	for steps := t.plan.Experiment.Steps; c.StepCount() < steps; {
		if t.stopped() {
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
		t.progress.Add(block)
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
		Pruning:    m.pruning(),
		Curve:      m.curve,
		MeanSweeps: Number(float64(m.sweeps) / float64(c.StepCount())),
		Unsettled:  Number(float64(m.unsettled) / float64(c.StepCount())),
		weights:    recorder.FinalOf(c),
		preview:    m.preview,
		against:    r.against(c.StepCount()),
		elapsed:    elapsed,
	}, nil
}
