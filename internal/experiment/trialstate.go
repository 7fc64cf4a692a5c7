package experiment

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"time"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/internal/report"
	"twophase/recorder"
	"twophase/stimulus"
)

// trialState is a trial between two steps: all that it takes to go on with it, to
// the last bit.
type trialState struct {
	Circuit       circuit.State
	Stimuli       stimuliState
	Interventions intervention.State
	Seen          seen
	Preview       *report.Traces // of trial 0
	Elapsed       time.Duration

	// Of a trial that is recorded.
	Traces, Events recorder.State

	// Fork is the step up to which the trial was that of another variant, 0 if it was
	// not: what is listed before it does not happen.
	Fork  int
	fresh bool // the interventions begin here
}

// stimuliState is where the stimuli are. It is written as JSON.
type stimuliState struct{ stimulus.State }

// GobEncode implements gob.GobEncoder.
func (s stimuliState) GobEncode() ([]byte, error) { return json.Marshal(s.State) }

// GobDecode implements gob.GobDecoder.
func (s *stimuliState) GobDecode(text []byte) error { return json.Unmarshal(text, &s.State) }

// state returns where the trial is, without what was recorded.
func (t *trialRun) state(elapsed time.Duration) (s *trialState, err error) {
	s = &trialState{Seen: t.monitor.seen.clipped(), Preview: t.monitor.preview.recorded(), Elapsed: t.elapsed + elapsed}
	if t.from != nil {
		s.Fork = t.from.Fork
	}
	if s.Circuit, err = t.circuit.State(); err != nil {
		return nil, err
	}
	if s.Stimuli.State, err = t.stimuli.state(); err != nil {
		return nil, err
	}
	if t.interventions != nil {
		s.Interventions = t.interventions.State()
	}
	return s, nil
}

// restore builds the circuit and brings the stimuli to where they were.
func (s *trialState) restore(spec circuit.Spec, stimuli *trialStimuli) (*circuit.Circuit, error) {
	if at := int(s.Stimuli.Step); at != s.Circuit.Step {
		return nil, fmt.Errorf("the circuit has seen %d stimuli, and %d were drawn", s.Circuit.Step, at)
	}
	if err := stimuli.restore(s.Stimuli.State); err != nil {
		return nil, err
	}
	return circuit.Restore(spec, s.Circuit)
}

// takeUp goes on with what the monitor has seen, and with the time.
func (t *trialRun) takeUp(s *trialState) {
	effects := t.monitor.Effects
	t.monitor.seen, t.elapsed = s.Seen, s.Elapsed
	if s.fresh || s.Seen.Effects == nil {
		t.monitor.Effects = effects
	}
	if p := t.monitor.preview; p != nil && s.Preview != nil {
		p.traces = *s.Preview
	}
}

// copied returns a state of which nothing is shared with a trial that goes on.
func (s *trialState) copied() (*trialState, error) {
	var text bytes.Buffer
	if err := gob.NewEncoder(&text).Encode(s); err != nil {
		return nil, fmt.Errorf("write a trial down: %w", err)
	}
	c := new(trialState)
	if err := gob.NewDecoder(&text).Decode(c); err != nil {
		return nil, fmt.Errorf("read a trial: %w", err)
	}
	return c, nil
}

// resultState is a result as it is written down.
type resultState struct {
	Result  Result
	Weights recorder.Final
	Preview *report.Traces
	Path    path
	Kind    string // of the reference
	Floor   Number
	// Isotropic is that of the reference.
	Isotropic bool
	Elapsed   time.Duration

	Files []fileState // that were recorded
}

// fileState is a file that is complete.
type fileState struct {
	Name string
	Size int64
}

func newResultState(r *Result, files []fileState) *resultState {
	return &resultState{*r, r.weights, r.preview, r.path, r.against.kind, r.against.floor, r.against.isotropic, r.elapsed, files}
}

// result returns the result that was written down.
func (s *resultState) result() *Result {
	r := s.Result
	r.weights, r.preview, r.path, r.elapsed = s.Weights, s.Preview, s.Path, s.Elapsed
	r.against = against{s.Kind, s.Floor, s.Isotropic}
	return &r
}
