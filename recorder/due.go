package recorder

import (
	"fmt"
	"slices"

	"twophase/circuit/selection"
)

// watch is a request with its next step.
type watch struct {
	Request
	due     int  // the next step that is recorded
	last    int  // the last step that was recorded
	changed bool // with the parts of some changes
}

// recordStart records all requests before the first stimulus, except activities, which do not
// exist yet.
func (r *Recorder) recordStart() error {
	var wanted []selection.Selection
	for _, w := range r.watches {
		if r.trace.of.size.Class(w.Selection.Kind()) != selection.Neurons {
			wanted = append(wanted, w.Selection)
		}
	}
	return r.record(wanted, nil, nil)
}

// dueNow returns the selections that are due at the present step and whose conditions hold.
func (r *Recorder) dueNow() ([]selection.Selection, error) {
	wanted := r.wanted[:0]
	for i := range r.watches {
		w := &r.watches[i]
		if w.due != r.seen {
			continue
		}
		w.due = w.After(r.seen)
		holds, err := r.holds(w.Request)
		if err != nil {
			return nil, err
		}
		if holds {
			wanted, w.last = append(wanted, w.Selection), r.seen
		}
	}
	r.wanted = wanted
	return wanted, nil
}

// holds reports whether the condition of a request holds now, if it has one.
func (r *Recorder) holds(q Request) (bool, error) {
	if !q.IsConditional() {
		return true, nil
	}
	holds, err := q.While.Holds(r.circuit, q.While.Measured(r.trace.options.Error, r.trace.options.Drift))
	if err != nil {
		return false, fmt.Errorf("record %v: %w", q, err)
	}
	return holds, nil
}

// recordLast records the requests that were not due at the present step, which is the last,
// without elements that were recorded there already.
func (r *Recorder) recordLast() error {
	var wanted, written []selection.Selection
	for _, w := range r.watches {
		if w.last == r.seen {
			written = append(written, w.Selection)
		} else {
			wanted = append(wanted, w.Selection)
		}
	}
	return r.record(wanted, written, nil)
}

// record records the wanted selections at the present step, without the written ones, and with
// the parts of their last changes where these are selected.
func (r *Recorder) record(wanted, written, parts []selection.Selection) error {
	plan := r.planOf(wanted, written, parts)
	if plan.rows == 0 {
		return nil
	}
	return r.trace.record(r.circuit, plan)
}

// plansKept is the number of plans that are kept: one for each combination of three requests,
// and one more.
const plansKept = 8

// planOf returns the plan of selections without the written ones. If none was written, it
// uses a kept plan where there is one.
func (r *Recorder) planOf(wanted, written, parts []selection.Selection) plan {
	if written != nil {
		return r.trace.of.planOf(wanted, written, parts)
	}
	for _, p := range r.planned {
		if slices.Equal(wanted, p.wanted) && len(parts) == len(p.parts) {
			return p.plan
		}
	}
	if len(r.planned) == plansKept {
		r.planned = nil
	}
	p := planned{slices.Clone(wanted), parts, r.trace.of.planOf(wanted, nil, parts)}
	r.planned = append(r.planned, p)
	return p.plan
}

// planned is a plan and its selections.
type planned struct {
	wanted []selection.Selection
	parts  []selection.Selection // selections whose parts are recorded
	plan   plan
}
