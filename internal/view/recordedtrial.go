package view

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"twophase/circuit/selection"
	"twophase/internal/measure"
	"twophase/internal/number"
	"twophase/internal/pruning"
	"twophase/internal/result"
	"twophase/internal/trace"
)

// trialsKept is the number of trials that are kept in memory.
const trialsKept = 8

// keptTrial is what was computed of a trial.
type keptTrial struct {
	number int
	said   once[*Trial] // without the results of the background
	found  search[*studied]
}

// studied is what takes time to compute from a trace.
type studied struct {
	pruning  *pruning.Circuit // nil if no lateral synapse was recorded
	extremes *Extremes
	held     []Hold
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
		t.Headline = t.headline(r.manifest.Experiment.Network)
	}
	return &t, nil
}

// keptTrial returns what is kept of a trial, and drops another trial if there are many.
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

// findTrial computes what takes little time.
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
		if diverged := (*result.Diverged)(nil); errors.As(result.Unfinished(r.folder), &diverged) {
			t.diverged = diverged.Of(trial)
		}
	}
	t.Headline = t.headline(r.manifest.Experiment.Network)
	return t, nil
}

// headline returns what came of the trial, as far as it is known.
func (t *Trial) headline(network string) string {
	if t.diverged != nil {
		return fmt.Sprintf("Diverged at step %d.", t.diverged.Step)
	}
	return result.Headline(network, t.result, t.Pruning)
}

// take copies the trial's part of the summary.
func (t *Trial) take(r *result.Result) {
	for _, p := range r.Curve {
		t.Curve = append(t.Curve, newPoint(p))
	}
	t.Measures, t.result = &r.Measures, r
	for _, f := range r.Followed {
		if len(declared([]string{f.Name})) > 0 {
			t.Followed = append(t.Followed, f)
		}
	}
	for _, e := range r.Events {
		t.Events = append(t.Events, Happening{int64(e.Step), e.Edit, e.Changes})
	}
}

// newPoint returns a point of the run's curve.
func newPoint(p measure.Point) Point {
	return Point{int64(p.Step), p.Error, p.LateralRatio, notKnown, p.SettlingError, p.SpectralRadius}
}

// study follows the lateral synapses of a trial, and computes the extremes of its weights.
func (r *Recorded) study(ctx context.Context, trial int) (*studied, error) {
	select { // one at a time: it takes much memory
	case r.large <- struct{}{}:
		defer func() { <-r.large }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	found := new(studied)
	err := r.withTrace(trial, func(t *trace.Trial) error {
		largest, err := t.Extremes(ctx)
		if err != nil {
			return err
		}
		found.extremes = &Extremes{number.Number(largest[selection.Feedforward]), number.Number(largest[selection.Lateral]), number.Number(largest[selection.Scale]), nil}
		if t.Size().Graph != nil {
			found.extremes.Parts = make(map[string]number.Number, len(largest))
			for k, v := range largest {
				found.extremes.Parts[k.String()] = number.Number(v)
			}
		}
		events, _ := t.Events() // the pruning says what is wrong with them
		found.held = holds(events)
		found.pruning, err = pruning.Of(ctx, t, pruning.Default)
		return err
	})
	if errors.Is(err, pruning.ErrNoLateral) {
		err = nil
	}
	return found, err
}

// prune adds the pruning to the answer.
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
			curve = slices.Insert(curve, i, Point{q.Step, notKnown, q.LateralRatio, notKnown, notKnown, notKnown})
		}
		curve[i].Pruned = q.Pruned
	}
	t.Curve = curve
}

// quickly is the time that an answer waits for a result of the background.
const quickly = 150 * time.Millisecond

// Following the synapses of a large trace takes all processors for a second, and so does comparing
// it with its checksum. Both begin when the first picture has been sent.
const (
	manyRows = 1 << 20
	courtesy = 500 * time.Millisecond
)
