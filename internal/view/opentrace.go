package view

import (
	"slices"

	"twophase/internal/trace"
)

// openTraces is how many traces are open at a time, beside those in use.
const openTraces = 8

// openTrace is a trace that is open, and how many are using it.
type openTrace struct {
	number int
	trial  *trace.Trial
	users  int
}

// withTrace calls f with the trace of a trial.
func (r *Recorded) withTrace(trial int, f func(*trace.Trial) error) error {
	t, err := r.take(trial)
	if err != nil {
		return err
	}
	defer r.release(t)
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
	}
	t.users++
	r.traces = append(r.traces, t)
	return t, nil
}

// release closes the trace that was not used for the longest time, if there are many.
func (r *Recorded) release(t *openTrace) {
	r.mu.Lock()
	defer r.mu.Unlock()
	t.users--
	if len(r.traces) <= openTraces {
		return
	}
	if i := slices.IndexFunc(r.traces, func(t *openTrace) bool { return t.users == 0 }); i >= 0 {
		r.traces[i].trial.Close() // it was only read
		r.traces = slices.Delete(r.traces, i, i+1)
	}
}
