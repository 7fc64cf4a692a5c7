package recorder

import (
	"errors"
	"fmt"
	"strconv"

	"twophase/circuit"
	"twophase/internal/files/wire"
)

// Suspend returns the state of the recording. All records are then in the State or on the
// disk, as complete parts and in the unfinished one. Resume can continue from the State, in
// this process or another, whatever happens to this one. This recording continues too.
//
// A State takes up to 2 MB, or 6 MB with the parts of changes. After Suspend, an error of
// writing does not remove the unfinished file.
//
// It returns an error if the last step is not complete or not recorded yet, as within an
// observer, if the recording is over, or if writing fails or has failed. After an error of
// writing the recording is over.
func (r *Recorder) Suspend() (State, error) {
	step := r.circuit.StepCount()
	switch {
	case r.err != nil:
		return nil, r.err
	case r.over:
		return nil, errors.New("suspend traces: the recording is over")
	case !r.circuit.Complete():
		return nil, fmt.Errorf("suspend traces: step %d did not run to its end", step)
	case r.due <= step:
		return nil, fmt.Errorf("suspend traces: step %d is due and not recorded yet: suspend between steps", step)
	}
	s := beginState(r.identity(), r.trace.StateBytes())
	for _, w := range r.watches {
		s = wire.AppendBool(s, w.last == step)
	}
	s, err := r.trace.Suspend(s)
	if err != nil {
		return nil, r.end(err)
	}
	return seal(s), nil
}

// Leave ends the recording and keeps the unfinished file, for Resume. Records after the last
// Suspend are lost.
func (r *Recorder) Leave() error {
	if r.over {
		return r.err
	}
	return r.end(r.trace.Leave())
}

// Resume continues a suspended recording, and attaches the recorder to the circuit, which must
// be at the step of the suspension. In the end the files are, byte for byte, those of a
// recording that was never suspended. The requests and the options are those of Start; only
// the folder may have moved. Resume removes what was written after the suspension: the end of
// the unfinished file, and later parts.
//
// It returns an error, and removes nothing, if the state is damaged or of another recording or
// step, or if a file is missing or has changed.
func Resume(c *circuit.Circuit, requests []Request, o Options, s State) (*Recorder, error) {
	r, err := newRecorder(c, requests, o)
	if err != nil {
		return nil, err
	}
	if err := r.restore(s); err != nil {
		return nil, fmt.Errorf("resume traces: %w", err)
	}
	if err := r.trace.Resume(); err != nil {
		return nil, err
	}
	r.wait()
	c.Attach(r)
	return r, nil
}

// restore reads a state.
func (r *Recorder) restore(s State) error {
	if !r.circuit.Complete() {
		return fmt.Errorf("step %d of the circuit did not run to its end", r.seen)
	}
	in, err := s.open(r.identity())
	if err != nil {
		return err
	}
	for i := range r.watches {
		if w := &r.watches[i]; !in.Bool() {
			w.last = -1
		}
	}
	r.trace.Restore(in, r.seen)
	if err := in.End(); err != nil {
		return fmt.Errorf("the state is damaged: %w", err)
	}
	return r.trace.Reopen()
}

// identity lists the properties that a recording and its state must share.
func (r *Recorder) identity() []item {
	o, z := r.trace.Options(), r.plans.Sources.Size
	items := []item{
		{"kind of recording", "traces"},
		{"run", o.Run},
		{"trial", strconv.Itoa(o.Trial)},
		{"requests", o.Requests},
		{"parts of changes", o.Parts},
		{"rows in a file", strconv.Itoa(o.PartRows)},
		{"rows in a row group", strconv.Itoa(o.GroupRows)},
		{"rows in a page", strconv.Itoa(o.BlockRows)},
		{"inputs", strconv.Itoa(z.Inputs)},
		{"outputs", strconv.Itoa(z.Outputs)},
		{"step", strconv.Itoa(r.circuit.StepCount())},
		{"circuit", r.plans.Sources.Graph()},
	}
	return items
}
