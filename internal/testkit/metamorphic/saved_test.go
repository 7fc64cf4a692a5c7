package metamorphic

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"maps"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/recorder"
)

// saved is a subject, written down.
type saved struct {
	Trial   uint64
	Failed  string
	State   *circuit.State // nil if it has failed
	Plans   []savedPlan
	Watches []savedWatch
	Surges  map[int]string
}

type savedPlan struct {
	Op, Step int
	State    intervention.State
}

// savedWatch is an eye or, if that is nil, a recording.
type savedWatch struct {
	Eye    *eye
	Op     int
	Folder string
	State  recorder.State
}

// save writes a subject down. Its recording goes on.
func (s *subject) save() (saved, error) {
	v := saved{Trial: s.Spec().Trial, Failed: s.failed, Surges: maps.Clone(s.surges)}
	if s.failed != "" {
		return v, nil
	}
	state, err := s.State()
	if err != nil {
		return v, fmt.Errorf("circuit %d, step %d: %w", s.number, s.StepCount(), err)
	}
	v.State = &state
	for _, p := range s.plans {
		v.Plans = append(v.Plans, savedPlan{p.op, p.step, p.Plan.State()})
	}
	for _, w := range s.watches {
		if w.eye != nil {
			e := *w.eye
			v.Watches = append(v.Watches, savedWatch{Eye: &e})
			continue
		}
		state, err := w.recording.Suspend()
		if err != nil {
			return v, err
		}
		v.Watches = append(v.Watches, savedWatch{Op: w.recording.op, Folder: w.recording.folder, State: state})
	}
	return v, nil
}

// restore builds subject number i as it was saved.
func (w *world) restore(i int, v saved) (*subject, error) {
	spec := w.spec(i, v.Trial)
	if v.Failed != "" {
		c, err := circuit.New(spec)
		return &subject{Circuit: c, number: i, failed: v.Failed}, err
	}
	c, err := circuit.Restore(spec, *v.State)
	if err != nil {
		return nil, err
	}
	s := w.subject(i, c)
	s.surges = v.Surges
	if s.surges == nil {
		s.surges = map[int]string{}
	}
	for _, p := range v.Plans {
		op := w.list.Ops[p.Op]
		resumed, err := intervention.Resume(c, planned(op.When, op.Edit.Edit, p.Step), s.options(), p.State)
		if err != nil {
			return nil, err
		}
		s.plans = append(s.plans, &plan{p.Op, p.Step, resumed})
	}
	for _, v := range v.Watches {
		if v.Eye != nil {
			v.Eye.of = s
			c.Attach(v.Eye)
			s.watches = append(s.watches, watch{eye: v.Eye})
			continue
		}
		r, err := newRecording(v.Op, w.list.Ops[v.Op], v.Folder)
		if err == nil {
			r.Recorder, err = recorder.Resume(c, r.requests, r.options, v.State)
		}
		if err != nil {
			return nil, err
		}
		s.watches = append(s.watches, watch{recording: r})
	}
	return s, nil
}

// copied returns what is written down, written and read again.
func copied[V any](v V, how string) (again V, err error) {
	var text bytes.Buffer
	if how == "json" {
		if err = json.NewEncoder(&text).Encode(v); err == nil {
			err = json.NewDecoder(&text).Decode(&again)
		}
		return again, err
	}
	if err = gob.NewEncoder(&text).Encode(v); err == nil {
		err = gob.NewDecoder(&text).Decode(&again)
	}
	return again, err
}
