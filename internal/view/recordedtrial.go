package view

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"time"

	"twophase/internal/experiment"
	"twophase/internal/pruning"
	"twophase/internal/trace"
)

// trialsKept is how many trials are kept as they were found.
const trialsKept = 8

// keptTrial is what was found of a trial.
type keptTrial struct {
	number  int
	said    once[*Trial] // without its pruning
	pruning search[*pruning.Circuit]
}

// Trial implements Source.
func (r *Recorded) Trial(ctx context.Context, trial int) (*Trial, error) {
	kept := r.keptTrial(trial)
	said, err := kept.said.get(ctx, func(ctx context.Context) (*Trial, error) { return r.findTrial(ctx, trial) })
	if err != nil || said.Rows == 0 {
		return said, err
	}
	t := *said
	wait, first := quickly, time.Duration(0)
	if t.Rows > manyRows {
		wait, first = 0, courtesy
	}
	found, done, err := kept.pruning.get(r.base, wait, func(ctx context.Context) (*pruning.Circuit, error) {
		select {
		case <-time.After(first):
			return r.findPruning(ctx, trial)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})
	switch {
	case !done:
		t.Pending = true
	case err != nil:
		t.Warnings = append(slices.Clip(t.Warnings), err.Error())
	default:
		t.prune(found)
	}
	return &t, nil
}

// keptTrial returns what is known of a trial, and forgets another if there are many.
func (r *Recorded) keptTrial(trial int) *keptTrial {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, t := range r.trials {
		if t.number == trial {
			r.trials = append(slices.Delete(r.trials, i, i+1), t)
			return t
		}
	}
	if len(r.trials) == trialsKept {
		r.trials = slices.Delete(r.trials, 0, 1)
	}
	t := &keptTrial{number: trial}
	r.trials = append(r.trials, t)
	return t
}

// findTrial finds what is quickly known of a trial.
func (r *Recorded) findTrial(ctx context.Context, trial int) (*Trial, error) {
	t := &Trial{Trial: trial, Curve: []Point{}, Events: []Happening{}, Warnings: []string{}}
	traced := r.withTrace(trial, func(from *trace.Trial) error {
		t.First, t.Last, t.Rows = from.First(), from.Last(), from.Rows()
		return nil
	})
	var refused *Refusal
	if errors.As(traced, &refused) || ctx.Err() != nil {
		return nil, cmp.Or(ctx.Err(), traced)
	}
	if traced != nil {
		t.Warnings = append(t.Warnings, traced.Error())
	}
	saved, err := r.saved(ctx)
	var result *experiment.Result
	if err == nil {
		result, err = saved.Result(trial)
	}
	switch {
	case err == nil:
		t.take(result)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case !errors.Is(err, os.ErrNotExist):
		t.Warnings = append(t.Warnings, err.Error())
	}
	return t, nil
}

// take takes what the summary says of the trial.
func (t *Trial) take(r *experiment.Result) {
	for _, p := range r.Curve {
		t.Curve = append(t.Curve, newPoint(p))
	}
	t.Measures = &r.Measures
	if n := len(t.Curve); n > 0 { // measured at the last look
		t.Curve[n-1].SettlingError, t.Curve[n-1].SpectralRadius = r.Measures.SettlingError, r.Measures.SpectralRadius
	}
	for _, e := range r.Events {
		t.Events = append(t.Events, Happening{int64(e.Step), e.Edit, e.Changes})
	}
}

// newPoint returns a point of which no more is known than what a run follows.
func newPoint(p experiment.Point) Point {
	return Point{int64(p.Step), p.Error, p.LateralRatio, notKnown, notKnown, notKnown}
}

// findPruning follows the lateral synapses of a trial; nil if none was recorded.
func (r *Recorded) findPruning(ctx context.Context, trial int) (found *pruning.Circuit, err error) {
	select { // it takes much memory
	case r.large <- struct{}{}:
		defer func() { <-r.large }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	err = r.withTrace(trial, func(t *trace.Trial) error {
		found, err = pruning.Of(ctx, t, pruning.Default)
		return err
	})
	if errors.Is(err, pruning.ErrNoLateral) {
		return nil, nil
	}
	return found, err
}

// prune takes what was found of the pruning.
func (t *Trial) prune(p *pruning.Circuit) {
	if t.Pruning = p; p == nil {
		return
	}
	if len(p.Events) > len(t.Events) {
		t.Events = make([]Happening, len(p.Events))
		for i, e := range p.Events {
			t.Events[i] = Happening(e)
		}
	}
	curve := slices.Clone(t.Curve)
	for _, q := range p.Curve {
		i, found := slices.BinarySearchFunc(curve, q.Step, func(p Point, step int64) int { return cmp.Compare(p.Step, step) })
		if !found {
			curve = slices.Insert(curve, i, Point{q.Step, notKnown, experiment.Number(q.LateralRatio), notKnown, notKnown, notKnown})
		}
		at := &curve[i]
		at.Pruned = experiment.Number(q.Pruned)
		for _, v := range []struct {
			to   *experiment.Number
			from pruning.Number
		}{{&at.SettlingError, q.SettlingError}, {&at.SpectralRadius, q.SpectralRadius}} {
			if v.from.Finite() {
				*v.to = experiment.Number(v.from)
			}
		}
	}
	t.Curve = curve
}

// quickly is for how long an answer waits for what is sought in the background.
const quickly = 150 * time.Millisecond

// To follow the synapses of a trace of many rows takes all processors for a second, and
// waits until the first picture is there.
const (
	manyRows = 1 << 20
	courtesy = 500 * time.Millisecond
)
