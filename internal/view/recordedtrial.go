package view

import (
	"cmp"
	"context"
	"errors"
	"os"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/experiment"
	"twophase/internal/trace"
	"twophase/recorder"
)

// phases returns the phases of a schedule.
func phases(s circuit.Schedule) []Phase {
	texts := func(v []circuit.Variable) []string {
		all := make([]string, len(v))
		for i, e := range v {
			all[i] = string(e)
		}
		return all
	}
	all := make([]Phase, len(s))
	for i, p := range s {
		g := p.Signature()
		all[i] = Phase{g.Name, g.Equation, texts(g.Reads), texts(g.Writes), g.NonLocal}
	}
	return all
}

// recordings returns what a trace holds.
func recordings(t *trace.Trial) []Recording {
	all := []Recording{}
	for _, r := range t.Requests() {
		kind := r.Selection.Kind()
		stride := int(r.Stride)
		if r.Stride == recorder.LogSpaced {
			stride = 0
		}
		all = append(all, Recording{r.String(), kind.String(), stride, t.HasParts() && kind != selection.Outputs})
	}
	return all
}

// trialsKept is how many trials are kept as they were found.
const trialsKept = 64

// Trial implements Source.
func (r *Recorded) Trial(ctx context.Context, trial int) (*Trial, error) {
	r.mu.Lock()
	found := r.trials[trial]
	if found == nil {
		if len(r.trials) >= trialsKept {
			clear(r.trials)
		}
		found = new(once[*Trial])
		r.trials[trial] = found
	}
	r.mu.Unlock()
	return found.get(ctx, func(ctx context.Context) (*Trial, error) { return r.findTrial(ctx, trial) })
}

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

// Series implements Source.
func (r *Recorded) Series(ctx context.Context, q SeriesQuery) (*Series, error) {
	e, err := trace.ParseElement(q.Element)
	if err != nil {
		return nil, wrong("%v", err)
	}
	var found *Series
	err = r.withTrace(q.Trial, func(t *trace.Trial) error {
		if !t.Has(e) {
			return missing("%v was not recorded", e)
		}
		s, err := t.Series(ctx, e, q.From, q.To, q.Points)
		if err != nil {
			return err
		}
		if s.Steps == nil {
			s.Steps, s.Weight = []int64{}, []float64{}
		}
		found = &Series{e.String(), s.Total, s.Steps, s.Weight, s.Hebbian, s.Decay, s.Rounding, s.PreActivity, s.PostActivity}
		return nil
	})
	return found, err
}

// Snapshot implements Source.
func (r *Recorded) Snapshot(ctx context.Context, trial int, step int64) (*Snapshot, error) {
	var found *Snapshot
	err := r.withTrace(trial, func(t *trace.Trial) error {
		z := t.Size()
		switch n := z.Outputs * (z.Inputs + z.Outputs); {
		case n > snapshotLimit:
			return wrong("a circuit of %d inputs and %d outputs is too large to be shown as a whole", z.Inputs, z.Outputs)
		case n > matrixLimit:
			select {
			case r.large <- struct{}{}:
				defer func() { <-r.large }()
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if step < t.First() {
			return missing("there is no record at step %d or before: the first is of step %d", step, t.First())
		}
		s, err := t.Snapshot(ctx, step)
		if err != nil {
			return err
		}
		found = newSnapshot(s.Step, s.Inputs, s.Outputs, s.W, s.M, s.Y)
		return nil
	})
	return found, err
}

// Step implements Source.
func (r *Recorded) Step(_ context.Context, trial int, step int64) (*Step, float64, error) {
	e := r.manifest.Experiment
	if trial >= e.Trials || step < 1 || step > int64(e.Steps) {
		return nil, 0, missing("there is no step %d of trial %d: choose one from 1 to %d, of trial 0 to %d", step, trial, e.Steps, e.Trials-1)
	}
	return r.stepper.step(trial, int(step))
}
