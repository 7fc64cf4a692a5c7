package view

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"twophase/internal/trace"
)

// openTraces is the largest number of open traces that are not in use.
const openTraces = 8

// openTrace is an open trace and the number of its users.
type openTrace struct {
	number int
	trial  *trace.Trial
	users  int
	damage atomic.Pointer[error] // the result of the check of a large trace
}

// checkedFirst is the number of bytes up to which a trace is checked against the folder's
// checksums before it is shown, which takes less than a tenth of a second. Larger traces are
// checked while they are shown, from shortly after the first picture on. Until then their pages are
// checked by their own checksums.
const checkedFirst = 64 << 20

// CheckFirst makes all traces, however large, be checked before anything is read of them, for
// callers that write what they read. It ends with ctx.
func (r *Recorded) CheckFirst(ctx context.Context) {
	r.checkFirst = math.MaxInt64
	context.AfterFunc(ctx, r.stop)
}

// check compares a trace with the folder's checksums.
func (r *Recorded) check(t *openTrace) error {
	if t.trial.Bytes() <= r.checkFirst {
		return t.trial.Check(r.base)
	}
	t.users++
	go func() {
		defer r.release(t)
		select {
		case <-time.After(courtesy):
		case <-r.base.Done():
			return
		}
		if err := t.trial.Check(r.base); err != nil {
			t.damage.Store(&err)
		}
	}()
	return nil
}

// withTrace calls f with the trace of a trial.
func (r *Recorded) withTrace(trial int, f func(*trace.Trial) error) error {
	t, err := r.take(trial)
	if err != nil {
		return err
	}
	defer r.release(t)
	if damage := t.damage.Load(); damage != nil {
		return *damage
	}
	return f(t.trial)
}

func (r *Recorded) take(trial int) (*openTrace, error) {
	if e := r.manifest.Experiment; trial < 0 || trial >= max(e.Trials, 1) {
		return nil, missing("there is no trial %d: choose one from 0 to %d", trial, max(e.Trials, 1)-1)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.traces, func(t *openTrace) bool { return t.number == trial })
	var t *openTrace
	if i >= 0 {
		t = r.traces[i]
		r.traces = slices.Delete(r.traces, i, i+1)
	} else {
		opened, err := trace.Open(r.folder, trial)
		if err != nil {
			return nil, err
		}
		t = &openTrace{number: trial, trial: opened}
		if err := r.check(t); err != nil {
			opened.Close() // no error matters: it was only read
			return nil, err
		}
	}
	t.users++
	r.traces = append(r.traces, t)
	return t, nil
}

// release closes the least recently used trace, if there are many.
func (r *Recorded) release(t *openTrace) {
	r.mu.Lock()
	defer r.mu.Unlock()
	t.users--
	if len(r.traces) <= openTraces {
		return
	}
	if i := slices.IndexFunc(r.traces, func(t *openTrace) bool { return t.users == 0 }); i >= 0 {
		r.traces[i].trial.Close() // no error matters: it was only read
		r.traces = slices.Delete(r.traces, i, i+1)
	}
}
