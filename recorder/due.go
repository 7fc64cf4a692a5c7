package recorder

import (
	"slices"

	"twophase/circuit/selection"
)

// watch is a request under way.
type watch struct {
	selection selection.Selection
	stride    Stride
	due       int  // the next step that is recorded
	last      int  // the last step that was
	changed   bool // with the parts of some changes
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
	return r.record(wanted, nil, nil)
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
	return r.record(wanted, nil, r.parts)
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
	return r.record(wanted, written, nil)
}

// record records the wanted selections, without those already written, as they
// are at the present step, with the parts of their last changes where these are
// selected.
func (r *Recorder) record(wanted, written, parts []selection.Selection) error {
	plan := r.planOf(wanted, written, parts)
	if plan.rows == 0 {
		return nil
	}
	return r.trace.record(r.circuit, plan)
}

// plansKept is how many plans are kept: as many as there are combinations of
// three requests, and one.
const plansKept = 8

// planOf returns the plan of selections, without those already written: one that
// was made before, if there was none written.
func (r *Recorder) planOf(wanted, written, parts []selection.Selection) plan {
	if written != nil {
		return planOf(selection.SizeOf(r.circuit), wanted, written, parts)
	}
	for _, p := range r.planned {
		if slices.Equal(wanted, p.wanted) && len(parts) == len(p.parts) {
			return p.plan
		}
	}
	if len(r.planned) == plansKept {
		r.planned = nil
	}
	p := planned{slices.Clone(wanted), parts, planOf(selection.SizeOf(r.circuit), wanted, nil, parts)}
	r.planned = append(r.planned, p)
	return p.plan
}

// planned is a plan and what it is of.
type planned struct {
	wanted []selection.Selection
	parts  []selection.Selection // those of the recorder, or none
	plan   plan
}
