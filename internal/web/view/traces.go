package view

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"twophase/internal/traces/trace"
)

// openTraces is the largest number of open traces that are not in use.
const openTraces = 8

// traces are the traces of a run folder, of which some are open.
type traces struct {
	folder     string
	trials     int             // that the folder has, at least 1
	base       context.Context // of checks in the background
	checkFirst int64           // size of the traces that are checked before they are read

	mu   sync.Mutex
	open []*openTrace // the least recently used first
}

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

// check compares a trace with the folder's checksums.
func (o *traces) check(t *openTrace) error {
	if t.trial.Bytes() <= o.checkFirst {
		return t.trial.Check(o.base)
	}
	t.users++
	go func() {
		defer o.release(t)
		select {
		case <-time.After(courtesy):
		case <-o.base.Done():
			return
		}
		if err := t.trial.Check(o.base); err != nil {
			t.damage.Store(&err)
		}
	}()
	return nil
}

// with calls f with the trace of a trial.
func (o *traces) with(trial int, f func(*trace.Trial) error) error {
	t, err := o.take(trial)
	if err != nil {
		return err
	}
	defer o.release(t)
	if damage := t.damage.Load(); damage != nil {
		return *damage
	}
	return f(t.trial)
}

func (o *traces) take(trial int) (*openTrace, error) {
	if trial < 0 || trial >= o.trials {
		return nil, Missing("there is no trial %d: choose one from 0 to %d", trial, o.trials-1)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	i := slices.IndexFunc(o.open, func(t *openTrace) bool { return t.number == trial })
	var t *openTrace
	if i >= 0 {
		t = o.open[i]
		o.open = slices.Delete(o.open, i, i+1)
	} else {
		opened, err := trace.Open(o.folder, trial)
		if err != nil {
			return nil, err
		}
		t = &openTrace{number: trial, trial: opened}
		if err := o.check(t); err != nil {
			opened.Close() // no error matters: it was only read
			return nil, err
		}
	}
	t.users++
	o.open = append(o.open, t)
	return t, nil
}

// release closes the least recently used trace, if there are many.
func (o *traces) release(t *openTrace) {
	o.mu.Lock()
	defer o.mu.Unlock()
	t.users--
	if len(o.open) <= openTraces {
		return
	}
	if i := slices.IndexFunc(o.open, func(t *openTrace) bool { return t.users == 0 }); i >= 0 {
		o.open[i].trial.Close() // no error matters: it was only read
		o.open = slices.Delete(o.open, i, i+1)
	}
}

// close closes all traces.
func (o *traces) close() (err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, t := range o.open {
		err = errors.Join(err, t.trial.Close())
	}
	o.open = nil
	return err
}
