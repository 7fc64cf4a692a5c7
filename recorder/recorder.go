package recorder

import (
	"fmt"
	"math"

	"twophase/circuit"
	"twophase/circuit/selection"
)

// never is a step that does not come.
const never = math.MaxInt

// Recorder logs what was requested of one circuit. It is a circuit.Observer: it
// reads the circuit and does not change it, except that with Options.Parts it
// has the circuit keep the changes of what is selected (KeepChanges) in the steps
// that will be recorded, and not in the others.
//
// A step in which nothing is due costs nothing: see Next. One that is recorded
// costs a copy of the numbers: a goroutine writes them. Memory is bounded, whatever
// the length of the run; when the goroutine is behind by 8 MiB of numbers, the
// circuit waits for it.
type Recorder struct {
	circuit *circuit.Circuit
	watches []watch
	trace   *trace
	parts   []selection.Selection // Options.Parts
	kept    []keeper              // what has changes that are recorded in parts

	seen int // the last step that was observed
	due  int // the next step that is recorded
	wake int // the next step after which there is something to do

	wanted  []selection.Selection // what is due
	planned []planned             // the last plans, which are often the next ones too

	over bool
	err  error // why recording ended early
}

// Start begins to record a circuit and attaches the recorder to it. If the
// circuit has seen no stimulus yet, its state is recorded as step 0. Close, Leave or
// Discard must be called in the end, to end the goroutine that writes. A deferred
// Discard does so after a panic, too; after Close it does nothing.
//
// It returns an error if a request selects what the circuit does not have (a
// *selection.Missing error), if the options are not valid, if the folder has a trace of
// the trial already, or if writing fails.
func Start(c *circuit.Circuit, requests []Request, o Options) (*Recorder, error) {
	r, err := newRecorder(c, requests, o)
	if err != nil {
		return nil, err
	}
	if err := o.vacant(); err != nil {
		return nil, err
	}
	if r.seen == 0 {
		if err := r.recordStart(); err != nil {
			return nil, err
		}
	}
	r.wait()
	c.Attach(r)
	return r, nil
}

// newRecorder returns a recorder that has recorded nothing yet.
func newRecorder(c *circuit.Circuit, requests []Request, o Options) (*Recorder, error) {
	z := selection.SizeOf(c)
	for _, q := range requests {
		if err := q.check(z); err != nil {
			return nil, fmt.Errorf("record traces: %w", err)
		}
	}
	if err := checkParts(requests, o.Parts, z); err != nil {
		return nil, fmt.Errorf("record traces: %w", err)
	}
	trace, err := newTrace(requests, o)
	if err != nil {
		return nil, err
	}
	r := &Recorder{circuit: c, trace: trace, seen: c.StepCount(), parts: o.Parts}
	for _, q := range requests {
		changed := planOf(z, []selection.Selection{q.Selection}, nil, o.Parts).changed > 0
		r.watches = append(r.watches, watch{q.Selection, q.Stride, q.Stride.after(r.seen), r.seen, changed})
	}
	r.kept = keepersOf(c, planOf(z, selectionsOf(requests), nil, o.Parts))
	return r, nil
}

// wait sets the next step that is recorded and, one step before one with parts, has
// the circuit keep its changes.
func (r *Recorder) wait() {
	r.due = never
	changed := never
	for _, w := range r.watches {
		r.due = min(r.due, w.due)
		if w.changed {
			changed = min(changed, w.due)
		}
	}
	next := r.seen+1 == changed
	for _, k := range r.kept {
		k.KeepChanges(next)
	}
	if r.wake = r.due; !next && changed < never {
		r.wake = min(r.due, changed-1)
	}
}

// Observe implements circuit.Observer. It returns an error if writing has
// failed, in a step that is recorded; recording is then over, and nothing is left
// of the file being written.
func (r *Recorder) Observe(c *circuit.Circuit) error {
	r.seen = c.StepCount()
	if r.seen < r.wake {
		return nil
	}
	if r.seen == r.due {
		if err := r.recordDue(); err != nil {
			return r.end(err)
		}
	}
	r.wait()
	return nil
}

// Next implements circuit.Occasional: it returns the next step after which there
// is something to do.
func (r *Recorder) Next() int { return r.wake }

// Close records the last complete step if it was not due, completes the last
// file and ends the recording. After an interruption, too, it keeps all
// complete steps. It returns the error that ended the recording early, if one
// did; closing again does nothing more.
func (r *Recorder) Close() error {
	if r.over {
		return r.err
	}
	if r.circuit.Complete() { // otherwise the last step failed half-way
		r.seen = r.circuit.StepCount()
		if err := r.recordLast(); err != nil {
			return r.end(err)
		}
	}
	err := r.end(r.trace.finish())
	r.trace = nil // the circuit keeps its observers, and lets go of this memory
	return err
}

// Discard ends the recording and removes the file being written. Files that
// are complete stay.
func (r *Recorder) Discard() error {
	if r.over {
		return r.err
	}
	return r.end(r.trace.discard())
}

// end ends the recording.
func (r *Recorder) end(err error) error {
	r.over, r.err = true, err
	r.watches = nil
	r.wait()
	return err
}
