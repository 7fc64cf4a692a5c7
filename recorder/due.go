package recorder

import "slices"

// watch is a request under way.
type watch struct {
	regions []region
	stride  Stride
	due     int // the next step that is recorded
	last    int // the last step that was
}

// recordStart records all requests before the first stimulus, but for
// activities, which there are not yet.
func (r *Recorder) recordStart() error {
	var wanted []region
	for _, w := range r.watches {
		for _, g := range w.regions {
			if g.kind != Outputs {
				wanted = append(wanted, g)
			}
		}
	}
	return r.record(wanted, nil, false)
}

// recordDue records the requests that are due at the present step.
func (r *Recorder) recordDue() error {
	var wanted []region
	for i := range r.watches {
		if w := &r.watches[i]; w.due == r.seen {
			wanted = append(wanted, w.regions...)
			w.due, w.last = w.stride.after(r.seen), r.seen
		}
	}
	return r.record(wanted, nil, true)
}

// recordLast records the requests that were not due at the present step, the
// last one, without what has been recorded for others.
func (r *Recorder) recordLast() error {
	var wanted, written []region
	for _, w := range r.watches {
		if w.last == r.seen {
			written = append(written, w.regions...)
		} else {
			wanted = append(wanted, w.regions...)
		}
	}
	return r.record(wanted, written, false)
}

// record records the wanted regions, without those already written, as they
// are at the present step.
func (r *Recorder) record(wanted, written []region, changed bool) error {
	if r.planned == nil || written != nil || !slices.Equal(wanted, r.planned) {
		r.planned, r.plan = wanted, sizeOf(r.circuit).plan(wanted, written)
	}
	if r.plan.rows == 0 {
		return nil
	}
	return r.trace.record(r.circuit, r.plan, changed)
}
