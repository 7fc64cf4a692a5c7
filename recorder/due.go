package recorder

import (
	"twophase/circuit/selection"
)

// watch is a request with its next step.
type watch struct {
	Request
	due     int  // the next step that is recorded
	last    int  // the last step that was recorded
	changed bool // with the parts of some changes
}

// watches are the requests of a recorder.
type watches []watch

// next returns the next step that is recorded, and the next one with parts of changes.
func (all watches) next() (due, changed int) {
	due, changed = never, never
	for _, w := range all {
		due = min(due, w.due)
		if w.changed {
			changed = min(changed, w.due)
		}
	}
	return due, changed
}

// first returns what is recorded before the first stimulus: everything except activities, which
// do not exist yet.
func (all watches) first(z selection.Size) (wanted []selection.Selection) {
	for _, w := range all {
		if z.Class(w.Selection.Kind()) != selection.Neurons {
			wanted = append(wanted, w.Selection)
		}
	}
	return wanted
}

// now appends the selections that are due at a step and whose conditions hold.
func (all watches) now(wanted []selection.Selection, step int, holds func(Request) (bool, error)) ([]selection.Selection, error) {
	for i := range all {
		w := &all[i]
		if w.due != step {
			continue
		}
		w.due = w.After(step)
		recorded, err := holds(w.Request)
		if err != nil {
			return nil, err
		}
		if recorded {
			wanted, w.last = append(wanted, w.Selection), step
		}
	}
	return wanted, nil
}

// rest returns the selections that were not recorded at the last step, and those that were.
func (all watches) rest(step int) (wanted, written []selection.Selection) {
	for _, w := range all {
		if w.last == step {
			written = append(written, w.Selection)
		} else {
			wanted = append(wanted, w.Selection)
		}
	}
	return wanted, written
}
