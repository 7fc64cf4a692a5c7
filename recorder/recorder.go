package recorder

import (
	"errors"
	"fmt"
	"math"

	"twophase/circuit"
	"twophase/circuit/selection"
)

// never is a step after every step.
const never = math.MaxInt

// Recorder records the requests of one circuit. It is a circuit.Observer. It reads the circuit
// and changes nothing in it, with one exception. With Options.Parts it makes the circuit store
// the changes of the selected elements (KeepChanges) in the steps that are recorded.
//
// A step in which nothing is due costs nothing: see Next. A recorded step costs a copy of the
// numbers, which goroutines write. Memory is bounded, whatever the length of the run: when
// 8 MiB of numbers wait for them, the circuit waits too.
type Recorder struct {
	circuit *circuit.Circuit
	watches []watch
	trace   *trace
	parts   []selection.Selection // Options.Parts
	kept    []keeper              // what stores the changes whose parts are recorded

	seen int // the last step that was observed
	due  int // the next step that is recorded
	wake int // the next step after which there is something to do

	wanted  []selection.Selection // what is due
	planned []planned             // the last plans, which are often the next ones too

	over bool
	err  error // the reason why recording ended early
}

// Start begins to record a circuit and attaches the recorder to it. If the circuit has seen no
// stimulus yet, its state is recorded as step 0. Close, Leave or Discard must be called in the
// end, because they end the goroutines that write. A deferred Discard does so after a panic;
// after Close it does nothing.
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
	of := sourcesOf(z, c)
	if err := of.check(); err != nil {
		return nil, fmt.Errorf("record traces: %w", err)
	}
	for _, q := range requests {
		if err := q.check(z); err != nil {
			return nil, fmt.Errorf("record traces: %w", err)
		}
	}
	if err := checkParts(requests, o.Parts, of); err != nil {
		return nil, fmt.Errorf("record traces: %w", err)
	}
	for _, q := range requests {
		if err := q.While.CheckMeasured(q.While.Measured(o.Error, o.Drift)); err != nil {
			return nil, fmt.Errorf("record traces: %v: %w", q, err)
		}
	}
	all := of.planOf(selectionsOf(requests), nil, o.Parts)
	for _, r := range all.runs {
		if r.changed {
			of.products = max(of.products, r.of.products)
		}
	}
	trace, err := newTrace(requests, o, of)
	if err != nil {
		return nil, err
	}
	r := &Recorder{circuit: c, trace: trace, seen: c.StepCount(), parts: o.Parts}
	for _, q := range requests {
		changed := of.planOf([]selection.Selection{q.Selection}, nil, o.Parts).changed > 0
		r.watches = append(r.watches, watch{q, q.After(r.seen), r.seen, changed})
	}
	r.kept = keepersOf(of, all)
	return r, nil
}

// wait sets the next step that is recorded. One step before a step with parts it makes the
// circuit store its changes.
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

// Observe implements circuit.Observer. It returns an error if writing has failed, in a step
// that is recorded. Recording is then over, and the unfinished file is removed. It also returns
// an error if the quantity of a condition cannot be measured. Recording is then over too, but
// the complete steps stay.
func (r *Recorder) Observe(c *circuit.Circuit) error {
	r.seen = c.StepCount()
	if r.seen < r.wake {
		return nil
	}
	if r.seen == r.due {
		wanted, err := r.dueNow()
		if err != nil {
			return r.end(errors.Join(err, r.trace.finish()))
		}
		if err := r.record(wanted, nil, r.parts); err != nil {
			return r.end(err)
		}
	}
	r.wait()
	return nil
}

// Next implements circuit.Occasional: it returns the next step after which there
// is something to do.
func (r *Recorder) Next() int { return r.wake }

// Close records the last complete step if it was not due, completes the last file and ends the
// recording. It keeps all complete steps, also after an interruption. It returns the error
// that ended the recording early, if there is one. A second Close does nothing more.
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
	r.trace = nil // the circuit keeps its observers, but this memory can be freed
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
