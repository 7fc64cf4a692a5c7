package training

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"time"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/internal/experiment/scene"
	"twophase/internal/run/monitor"
	"twophase/recorder"
	"twophase/stimulus"
)

// State is a trial between two steps: everything that is needed to continue it to the same
// bits.
type State struct {
	Circuit       circuit.State
	Stimuli       stimuliState
	Interventions intervention.State
	Seen          monitor.Seen
	Preview       *monitor.Traces // of trial 0
	Elapsed       time.Duration

	// Of a trial that is recorded.
	Traces, Events recorder.State

	// Fork is the last step that the trial shares with another variant, 0 if there is none.
	// Interventions up to that step do not take place again.
	Fork  int
	fresh bool // the interventions begin here
}

// stimuliState is the state of the stimuli. It is written as JSON.
type stimuliState struct{ stimulus.State }

// GobEncode implements gob.GobEncoder.
func (s stimuliState) GobEncode() ([]byte, error) { return json.Marshal(s.State) }

// GobDecode implements gob.GobDecoder.
func (s *stimuliState) GobDecode(text []byte) error { return json.Unmarshal(text, &s.State) }

// restore builds the circuit and returns the stimuli to their state.
func (s *State) restore(spec circuit.Spec, stimuli *scene.Trial) (*circuit.Circuit, error) {
	if at := int(s.Stimuli.Step); at != s.Circuit.Step {
		return nil, fmt.Errorf("the circuit has seen %d stimuli, and %d were drawn", s.Circuit.Step, at)
	}
	if err := stimuli.Restore(s.Stimuli.State); err != nil {
		return nil, err
	}
	return circuit.Restore(spec, s.Circuit)
}

// copied returns a state that shares no memory with the trial.
func (s *State) copied() (*State, error) {
	var text bytes.Buffer
	if err := gob.NewEncoder(&text).Encode(s); err != nil {
		return nil, fmt.Errorf("write a trial down: %w", err)
	}
	c := new(State)
	if err := gob.NewDecoder(&text).Decode(c); err != nil {
		return nil, fmt.Errorf("read a trial: %w", err)
	}
	return c, nil
}
