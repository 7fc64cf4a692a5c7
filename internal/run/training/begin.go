package training

import (
	"fmt"

	"twophase/circuit"
	"twophase/internal/files/interrupt"
	"twophase/internal/measure"
	"twophase/internal/run/monitor"
	"twophase/internal/traces/result"
	"twophase/recorder"
)

// Begin prepares the trial for its first step.
func (t *Trial) Begin() (err error) {
	if t.stops() {
		return fmt.Errorf("%w before trial %d", interrupt.ErrInterrupted, t.Number)
	}
	if t.stimuli, err = t.Plan.Stimuli.Trial(uint64(t.Number)); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			t.stimuli.Close()
			t.leaveRecords()
		}
	}()
	spec := t.Plan.SpecOf(t.Number)
	if t.From == nil {
		t.circuit, err = circuit.New(spec)
	} else {
		t.circuit, err = t.From.restore(spec, t.stimuli)
	}
	if err != nil {
		return err
	}
	t.given = t.circuit.StepCount()
	if spec.Network.IsOffline() {
		if err := t.circuit.SetMoments(t.stimuli.Moments()); err != nil {
			return err
		}
	}
	if t.Prefetch && t.Plan.Prefetches() {
		t.stimuli.Prefetch(max(t.Plan.Experiment.Steps-t.given, 1))
	}
	if t.Unmeasured {
		t.monitor = &monitor.Monitor{Seen: monitor.Seen{Effects: make([]result.Effect, len(t.Plan.Interventions))}}
		if t.From != nil {
			t.monitor.Before = t.From.Seen.Before
		}
		if err := t.anchor(); err != nil {
			return err
		}
		return t.intervene()
	}
	t.monitor = monitor.NewMonitor(t.circuit, t.stimuli.Present)
	t.monitor.Settles = t.monitor.Settles || t.Plan.ChangesSettling()
	t.monitor.Forecast, t.monitor.Health = t.Plan.Forecast, t.Out != nil
	t.monitor.Effects = make([]result.Effect, len(t.Plan.Interventions))
	if t.Number == 0 && (t.Out != nil || t.Overview) {
		t.monitor.Preview = monitor.NewPreview(t.circuit)
	}
	for _, name := range t.Plan.Experiment.Pruning {
		t.monitor.WatchPruning(t.circuit, t.circuit.Projection(name))
	}
	if t.From != nil {
		t.takeUp(t.From)
	}
	t.monitor.Follow(t.Plan.Looks, t.given)
	if err := t.anchor(); err != nil {
		return err
	}
	if follow := t.Plan.Experiment.Followed(); len(follow) > 0 && !t.Plan.Unmeasured {
		t.monitor.Take = func(*circuit.Circuit) (*measure.Declared, error) { return t.take(follow) }
		t.monitor.Keeps = measure.Read(follow, "matching_cost") && measure.MatchesByCost(t.circuit.Spec().Network)
	}
	t.circuit.Attach(t.monitor)
	if t.Watcher != nil {
		t.monitor.Watcher, t.monitor.Trial = t.Watcher, t.Number
		if o := t.Watcher.Begin(t.Number, t.circuit); o != nil {
			t.circuit.Attach(o)
		}
	}
	if t.Out != nil {
		if err := t.record(); err != nil {
			return err
		}
	}
	t.circuit.WatchRewiring(t.rewired)
	return t.intervene()
}

// anchor has the filter kept at the reference step of drift, if that is wanted.
func (t *Trial) anchor() error {
	if !t.Plan.Anchored() {
		return nil
	}
	a := monitor.Anchor{Monitor: t.monitor, At: t.Plan.Experiment.DriftFrom}
	t.circuit.Attach(a)
	return a.Observe(t.circuit)
}

// record begins or continues to record the circuit and its events.
func (t *Trial) record() (err error) {
	o := recorder.Options{Run: t.Run, Trial: t.Number, Folder: t.Out.Work(), Parts: t.Plan.Parts, Error: t.presentError, Drift: t.presentDrift}
	if t.From != nil && t.From.Traces != nil {
		t.traces, err = recorder.Resume(t.circuit, t.Plan.Records, o, t.From.Traces)
	} else {
		t.traces, err = recorder.Start(t.circuit, t.Plan.Records, o)
	}
	if err != nil || len(t.Plan.Interventions) == 0 && !t.circuit.Rewires() {
		return err
	}
	if t.From != nil && t.From.Events != nil {
		t.events, err = recorder.ResumeEvents(o, t.From.Events)
	} else {
		t.events, err = recorder.StartEvents(o)
	}
	return err
}
