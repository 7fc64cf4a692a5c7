package recorder

import (
	"errors"
	"fmt"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/recorder/internal/series"
)

// Row is one row of a trace, with parts or without:
//
//	all, err := parquet.ReadFile[recorder.Row](path)
//
// Its fields are the columns: Run, Trial, Step, Projection, Post and Weight, and pointers that are
// nil where the row has no such number, Pre, Hebbian, Decay, Rounding, Nonlocal, Unlearning,
// PreActivity, PostActivity, Second and Third.
type Row = series.Row

// Recorder records the requests of one circuit. It is a circuit.Observer. It reads the circuit
// and changes nothing in it, with one exception. With Options.Parts it makes the circuit store
// the changes of the selected elements (KeepChanges) in the steps that are recorded.
//
// A step in which nothing is due costs nothing: see Next. A recorded step costs a copy of the
// numbers, which goroutines write. Memory is bounded, whatever the length of the run: when
// 8 MiB of numbers wait for them, the circuit waits too.
type Recorder struct {
	circuit *circuit.Circuit
	watches watches
	plans   *series.Plans
	trace   *series.Trace
	options Options
	kept    []series.Keeper // what stores the changes whose parts are recorded

	seen int // the last step that was observed
	due  int // the next step that is recorded
	wake int // the next step after which there is something to do

	wanted []selection.Selection // what is due

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
	if err := seriesOf(requests, o).Vacant(); err != nil {
		return nil, err
	}
	if r.seen == 0 {
		if err := r.record(r.watches.first(r.plans.Sources.Size), nil, nil); err != nil {
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
	of := series.SourcesOf(z, c)
	if err := of.Check(); err != nil {
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
	all := of.PlanOf(selectionsOf(requests), nil, o.Parts)
	of.SetProducts(all)
	if err := o.check(); err != nil {
		return nil, err
	}
	r := &Recorder{circuit: c, plans: &series.Plans{Sources: of}, options: o, trace: series.NewTrace(seriesOf(requests, o), of), seen: c.StepCount()}
	for _, q := range requests {
		changed := of.PlanOf([]selection.Selection{q.Selection}, nil, o.Parts).Changed > 0
		r.watches = append(r.watches, watch{q, q.After(r.seen), r.seen, changed})
	}
	r.kept = of.Keepers(all)
	return r, nil
}

// seriesOf returns the options of the files of requests.
func seriesOf(requests []Request, o Options) series.Options {
	return series.Options{
		Description: series.Description{Run: o.Run, Trial: o.Trial, Requests: join(requests), Parts: joinParts(o.Parts)},
		Folder:      o.Folder, PartRows: o.PartRows, BlockRows: o.blockRows, GroupRows: o.groupRows,
	}
}

// wait sets the next step that is recorded. One step before a step with parts it makes the
// circuit store its changes.
func (r *Recorder) wait() {
	due, changed := r.watches.next()
	next := r.seen+1 == changed
	for _, k := range r.kept {
		k.KeepChanges(next)
	}
	if r.due, r.wake = due, due; !next && changed < never {
		r.wake = min(due, changed-1)
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
		wanted, err := r.watches.now(r.wanted[:0], r.seen, r.holds)
		r.wanted = wanted
		if err != nil {
			return r.end(errors.Join(err, r.trace.Finish()))
		}
		if err := r.record(wanted, nil, r.options.Parts); err != nil {
			return r.end(err)
		}
	}
	r.wait()
	return nil
}

// holds reports whether the condition of a request holds now, if it has one.
func (r *Recorder) holds(q Request) (bool, error) {
	if !q.IsConditional() {
		return true, nil
	}
	holds, err := q.While.Holds(r.circuit, q.While.Measured(r.options.Error, r.options.Drift))
	if err != nil {
		return false, fmt.Errorf("record %v: %w", q, err)
	}
	return holds, nil
}

// record records the wanted selections at the present step, without the written ones, and with
// the parts of their last changes where these are selected.
func (r *Recorder) record(wanted, written, parts []selection.Selection) error {
	plan := r.plans.Of(wanted, written, parts)
	if plan.Rows == 0 {
		return nil
	}
	return r.trace.Record(r.circuit, plan)
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
		wanted, written := r.watches.rest(r.seen)
		if err := r.record(wanted, written, nil); err != nil {
			return r.end(err)
		}
	}
	err := r.end(r.trace.Finish())
	r.trace = nil // the circuit keeps its observers, but this memory can be freed
	return err
}

// Discard ends the recording and removes the file being written. Files that
// are complete stay.
func (r *Recorder) Discard() error {
	if r.over {
		return r.err
	}
	return r.end(r.trace.Discard())
}

// end ends the recording.
func (r *Recorder) end(err error) error {
	r.over, r.err = true, err
	r.watches = nil
	r.wait()
	return err
}
