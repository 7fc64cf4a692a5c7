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
	folder   string      // for what is recorded; empty: nothing is, and no picture is wanted
	name     string      // of the run
	prefetch bool        // there is a processor to prepare the stimuli
	stopped  func() bool // asked once in a while
	failed   func()      // told when the trial fails

	circuit *circuit.Circuit
	stimuli trialStimuli
	given   int // stimuli that were presented
	monitor *monitor
	traces  *recorder.Recorder

	result *Result
	err    error // why there is none
}

// Result is what one trial found.
type Result struct {
	Trial    int      `json:"trial"`
	Measures Measures `json:"measures"`
	Pruning  Pruning  `json:"pruning"`
	Curve    []Point  `json:"curve"`

	MeanSweeps Number `json:"mean_sweeps"` // settling sweeps per stimulus, 0 if nothing settles
	Unsettled  Number `json:"unsettled"`   // fraction of stimuli that did not settle

	weights recorder.Final
	preview *preview // of trial 0
	path    path
	against against
	elapsed time.Duration
}

// begin prepares the trial for its first step.
func (t *trialRun) begin() (err error) {
	if t.stopped() {
		return fmt.Errorf("%w before trial %d", ErrInterrupted, t.trial)
	}
	if t.stimuli, err = t.plan.stimuli.trial(uint64(t.trial)); err != nil {
		return err
	}
	if t.prefetch {
		t.stimuli = t.stimuli.prefetched()
	}
	defer func() {
		if err != nil {
			t.stimuli.close()
		}
	}()
	spec := t.plan.spec
	spec.Trial = uint64(t.trial)
	if t.circuit, err = circuit.New(spec); err != nil {
		return err
	}
	t.monitor = newMonitor(t.circuit, t.stimuli.reference)
	t.monitor.forecast = t.plan.forecast
	if t.trial == 0 && t.folder != "" {
		t.monitor.preview = newPreview(t.circuit)
	}
	t.circuit.Attach(t.monitor)
	if t.folder == "" {
		return nil
	}
	t.traces, err = recorder.Start(t.circuit, t.plan.requests, recorder.Options{
		Run: t.name, Trial: t.trial, Folder: t.folder, Parts: t.plan.Experiment.Parts,
	})
	return err
}

// next fills x [n×N] with the trial's next n stimuli, and returns how many there
// were.
func (t *trialRun) next(x []float64) (n int, err error) {
	inputs := t.stimuli.Inputs()
	for ; len(x) > 0; x = x[inputs:] {
		if err := t.stimuli.Next(x[:inputs]); err == io.EOF {
			return n, fmt.Errorf("the stimuli ended after %d of %d steps: the file was changed while it was read", t.given, t.plan.Experiment.Steps)
		} else if err != nil {
			return n, err
		}
		n++
		t.given++
	}
	return n, nil
}

// end ends a trial that has begun, with an error unless it took all its steps.
func (t *trialRun) end(err error, elapsed time.Duration) {
	if t.traces != nil {
		if closing := t.traces.Close(); err == nil || !errors.Is(err, closing) { // a recorder repeats its error
			err = errors.Join(err, closing)
		}
	}
	if err == nil {
		t.result, err = t.measure(elapsed)
	}
	t.stimuli.close()
	t.circuit, t.monitor, t.traces = nil, nil, nil
	t.fail(err)
}

// fail notes why the trial failed, if it did.
func (t *trialRun) fail(err error) {
	if t.err = err; err != nil {
		t.failed()
	}
}

// measure measures the circuit at its end.
func (t *trialRun) measure(elapsed time.Duration) (*Result, error) {
	c, m, r := t.circuit, t.monitor, t.stimuli.reference
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
	return &Result{
		Trial:      t.trial,
		Measures:   measures,
		Pruning:    m.pruning(),
		Curve:      m.Curve,
		MeanSweeps: Number(float64(m.Sweeps) / float64(c.StepCount())),
		Unsettled:  Number(float64(m.Unsettled) / float64(c.StepCount())),
		weights:    recorder.FinalOf(c),
		preview:    m.preview,
		path:       m.Path,
		against:    r.against(c.StepCount()),
		elapsed:    elapsed,
	}, nil
}
