package experiment

import (
	"errors"
	"fmt"
	"io"
	"time"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/internal/folder"
	"twophase/recorder"
)

// trialRun is one trial on its way.
type trialRun struct {
	plan     *Plan
	trial    int
	from     *trialState    // where it begins; nil: at its start
	out      *folder.Folder // for what is recorded; nil: nothing is, and no picture is wanted
	name     string         // of the run
	every    int            // steps between two checkpoints, 0: none but after an interruption
	prefetch bool           // there is a processor to prepare the stimuli
	stopped  func() bool    // asked once in a while

	// unfinished is the folder for the checkpoint of an interrupted trial that is not
	// recorded; empty: it leaves none.
	unfinished string
	failed     func() // told when the trial fails

	unmeasured bool    // nothing is measured, for only steps are wanted
	watcher    Watcher // nil: nobody watches

	circuit       *circuit.Circuit
	stimuli       *trialStimuli
	given         int // stimuli that were presented
	interventions *intervention.Plan
	numbers       []int // of the plan's interventions, those of the experiment
	monitor       *monitor
	traces        *recorder.Recorder
	events        *recorder.EventLog
	elapsed       time.Duration // before the present process

	result *Result
	err    error // why there is none
}

// begin prepares the trial for its first step.
func (t *trialRun) begin() (err error) {
	if t.stopped() {
		return fmt.Errorf("%w before trial %d", ErrInterrupted, t.trial)
	}
	if t.stimuli, err = t.plan.stimuli.trial(uint64(t.trial)); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			t.stimuli.close()
			t.leave()
		}
	}()
	spec := t.plan.spec
	spec.Trial = uint64(t.trial)
	if t.from == nil {
		t.circuit, err = circuit.New(spec)
	} else {
		t.circuit, err = t.from.restore(spec, t.stimuli)
	}
	if err != nil {
		return err
	}
	t.given = t.circuit.StepCount()
	if t.prefetch && t.plan.prefetches() {
		t.stimuli.prefetch()
	}
	if t.unmeasured {
		t.monitor = &monitor{seen: seen{Effects: make([]effect, len(t.plan.interventions))}}
		return t.intervene()
	}
	t.monitor = newMonitor(t.circuit, t.stimuli.present)
	t.monitor.settles = t.monitor.settles || t.plan.changesSettling()
	t.monitor.forecast, t.monitor.subspace = t.plan.forecast, t.plan.followed
	t.monitor.Effects = make([]effect, len(t.plan.interventions))
	if t.trial == 0 && t.out != nil {
		t.monitor.preview = newPreview(t.circuit)
	}
	if t.from != nil {
		t.takeUp(t.from)
	}
	t.circuit.Attach(t.monitor)
	if t.watcher != nil {
		t.monitor.watcher, t.monitor.trial = t.watcher, t.trial
		if o := t.watcher.Begin(t.trial, t.circuit); o != nil {
			t.circuit.Attach(o)
		}
	}
	if t.out != nil {
		if err := t.record(); err != nil {
			return err
		}
	}
	return t.intervene()
}

// record begins to record the circuit and its events, or goes on with it.
func (t *trialRun) record() (err error) {
	o := recorder.Options{Run: t.name, Trial: t.trial, Folder: t.out.Work(), Parts: t.plan.parts}
	if t.from != nil && t.from.Traces != nil {
		t.traces, err = recorder.Resume(t.circuit, t.plan.requests, o, t.from.Traces)
	} else {
		t.traces, err = recorder.Start(t.circuit, t.plan.requests, o)
	}
	if err != nil || len(t.plan.interventions) == 0 {
		return err
	}
	if t.from != nil && t.from.Events != nil {
		t.events, err = recorder.ResumeEvents(o, t.from.Events)
	} else {
		t.events, err = recorder.StartEvents(o)
	}
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

// end ends a trial that has begun, with an error unless it took all its steps. One
// that was interrupted leaves a checkpoint.
func (t *trialRun) end(err error, elapsed time.Duration) {
	if (t.out != nil || t.unfinished != "") && errors.Is(err, ErrInterrupted) {
		err = errors.Join(err, t.checkpoint(elapsed))
	}
	if closing := t.close(); err == nil || !errors.Is(err, closing) { // a recorder repeats its error
		err = errors.Join(err, closing)
	}
	if err == nil {
		t.result, err = t.measure(t.elapsed + elapsed)
	}
	if err == nil && t.every > 0 {
		err = t.checkpointResult()
	}
	t.stimuli.close()
	t.circuit, t.monitor, t.traces, t.events, t.interventions = nil, nil, nil, nil, nil
	t.fail(err)
}

// close completes what was recorded.
func (t *trialRun) close() (err error) {
	if t.traces != nil {
		err = t.traces.Close()
	}
	if t.events != nil {
		err = errors.Join(err, t.events.Close())
	}
	return err
}

// leave ends the recording as a process does that is killed.
func (t *trialRun) leave() {
	if t.traces != nil {
		t.traces.Leave()
	}
	if t.events != nil {
		t.events.Leave()
	}
}

// fail notes why the trial failed, if it did.
func (t *trialRun) fail(err error) {
	if t.err = err; err != nil {
		t.failed()
	}
}
