package recorder

import (
	"slices"

	"twophase/circuit/selection"
)

// watch is a request under way.
type watch struct {
	selection selection.Selection
	stride    Stride
	due       int // the next step that is recorded
	last      int // the last step that was
}

// recordStart records all requests before the first stimulus, but for
// activities, which there are not yet.
func (r *Recorder) recordStart() error {
	var wanted []selection.Selection
	for _, w := range r.watches {
		if w.selection.Kind() != selection.Outputs {
			wanted = append(wanted, w.selection)
		}
	}
	return r.record(wanted, nil, false)
}

// recordDue records the requests that are due at the present step.
func (r *Recorder) recordDue() error {
	wanted := r.wanted[:0]
	for i := range r.watches {
		if w := &r.watches[i]; w.due == r.seen {
			wanted = append(wanted, w.selection)
			w.due, w.last = w.stride.after(r.seen), r.seen
		}
	}
	r.wanted = wanted
	return r.record(wanted, nil, true)
}

// recordLast records the requests that were not due at the present step, the
// last one, without what has been recorded for others.
func (r *Recorder) recordLast() error {
	var wanted, written []selection.Selection
	for _, w := range r.watches {
		if w.last == r.seen {
			written = append(written, w.selection)
		} else {
			wanted = append(wanted, w.selection)
		}
	}
	return r.record(wanted, written, false)
}

// record records the wanted selections, without those already written, as they
// are at the present step.
func (r *Recorder) record(wanted, written []selection.Selection, changed bool) error {
	plan := r.planOf(wanted, written)
	if plan.rows == 0 {
		return nil
	}
	return r.trace.record(r.circuit, plan, changed)
}

// plansKept is how many plans are kept: as many as there are combinations of
// three requests, and one.
const plansKept = 8

// planOf returns the plan of selections, without those already written: one that
// was made before, if there was none written.
func (r *Recorder) planOf(wanted, written []selection.Selection) plan {
	if written != nil {
		return planOf(selection.SizeOf(r.circuit), wanted, written)
	}
	for _, p := range r.planned {
		if slices.Equal(wanted, p.wanted) {
			return p.plan
		}
	}
	if len(r.planned) == plansKept {
		r.planned = nil
	}
	p := planned{slices.Clone(wanted), planOf(selection.SizeOf(r.circuit), wanted, nil)}
	r.planned = append(r.planned, p)
	return p.plan
}

// planned is a plan and what it is of.
type planned struct {
	wanted []selection.Selection
	plan   plan
}
