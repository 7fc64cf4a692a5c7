package view

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"time"

	"twophase/circuit/selection"
	"twophase/internal/text/wording"
	"twophase/internal/traces/pruning"
	"twophase/internal/traces/result"
	"twophase/internal/traces/trace"
)

// Trial implements Source.
func (r *Recorded) Trial(ctx context.Context, trial int) (*Trial, error) {
	kept := r.kept.trial(trial)
	said, err := kept.said.get(ctx, func(ctx context.Context) (*Trial, error) { return r.findTrial(ctx, trial) })
	if err != nil || said.Rows == 0 {
		return said, err
	}
	t := *said
	wait, first := quickly, time.Duration(0)
	if t.Rows > manyRows {
		wait, first = 0, courtesy
	}
	found, done, err := kept.found.get(r.base, wait, func(ctx context.Context) (*studied, error) {
		select {
		case <-time.After(first):
			return r.study(ctx, trial)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})
	switch {
	case !done:
		t.Pending = true
	case err != nil:
		t.Warnings = append(slices.Clip(t.Warnings), r.unplaced(err.Error()))
	default:
		t.Extremes, t.Held = found.extremes, found.held
		t.prune(found.pruning)
		t.Lives = found.lives
		t.Headline = t.headline(r.manifest.Experiment.Network)
	}
	return &t, nil
}

// findTrial computes what takes little time.
func (r *Recorded) findTrial(ctx context.Context, trial int) (*Trial, error) {
	t := &Trial{Trial: trial, Curve: []Point{}, Events: []pruning.Event{}, Warnings: []string{}}
	traced := r.traces.with(trial, func(from *trace.Trial) error {
		t.First, t.Last, t.Rows = from.First(), from.Last(), from.Rows()
		return nil
	})
	var refused *Refusal
	if errors.As(traced, &refused) || ctx.Err() != nil {
		return nil, cmp.Or(ctx.Err(), traced)
	}
	if traced != nil {
		t.Warnings = append(t.Warnings, r.unplaced(traced.Error()))
	}
	saved, err := r.saved(ctx)
	var found *result.Result
	if err == nil {
		found, err = saved.Result(trial)
	}
	switch {
	case err == nil:
		t.take(found)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case !errors.Is(err, os.ErrNotExist):
		t.Warnings = append(t.Warnings, r.unplaced(err.Error()))
	default:
		if e := (*result.Ended)(nil); errors.As(result.Unfinished(r.folder), &e) && e.Of(trial) != nil {
			t.ended = e.Headline(e.Of(trial))
			if !e.Failed {
				t.Last = max(t.Last, int64(e.Of(trial).Step))
			}
		}
	}
	t.Headline = t.headline(r.manifest.Experiment.Network)
	return t, nil
}

// study follows the synapses of a trial, and computes the extremes of its weights.
func (r *Recorded) study(ctx context.Context, trial int) (*studied, error) {
	select { // one at a time: it takes much memory
	case r.large <- struct{}{}:
		defer func() { <-r.large }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	var seen map[string]pruning.Seen
	if saved, err := r.saved(ctx); err == nil {
		if found, err := saved.Result(trial); err == nil {
			seen = result.Seen(found)
		}
	}
	found := new(studied)
	err := r.traces.with(trial, func(t *trace.Trial) error {
		largest, err := t.Extremes(ctx)
		if err != nil {
			return err
		}
		found.extremes = make(map[selection.Kind]wording.Number, len(largest))
		for k, v := range largest {
			found.extremes[k] = wording.Number(v)
		}
		events, _ := t.Events() // the pruning says what is wrong with them
		found.held = holds(events)
		return found.follow(ctx, t, seen)
	})
	return found, err
}

// mostLives is the number of synapses of a projection, other than that among the outputs, whose lives are sent at most.
const mostLives = 1000

// follow finds the lives of the synapses among the outputs, and of all other synapses if the trace is not large.
func (s *studied) follow(ctx context.Context, t *trace.Trial, seen map[string]pruning.Seen) (err error) {
	if s.pruning, err = pruning.Of(ctx, t, "", seen, pruning.Default); err != nil && !errors.As(err, new(pruning.NotRecorded)) {
		return err
	}
	z := t.Size()
	for _, k := range z.Kinds() {
		if !z.Synaptic(k) || !t.HasKind(k) || t.Rows() > manyRows || z.Neurons(k)*z.Width(k) > mostLives || s.pruning != nil && s.pruning.Kind() == k {
			continue
		}
		lives, err := pruning.Of(ctx, t, k, seen, pruning.Default)
		if err != nil && !errors.As(err, new(pruning.NotRecorded)) {
			return err
		}
		if lives != nil {
			s.lives = append(s.lives, lives)
		}
	}
	return nil
}

// manyRows is the number of rows of a large trace.
const manyRows = 1 << 20
