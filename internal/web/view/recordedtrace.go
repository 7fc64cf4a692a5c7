package view

import (
	"context"

	"twophase/internal/traces/trace"
)

// Series implements Source.
func (r *Recorded) Series(ctx context.Context, q SeriesQuery) (*Series, error) {
	var found *Series
	err := r.traces.with(q.Trial, func(t *trace.Trial) error {
		e, err := trace.ParseElement(t.Size(), q.Element)
		if err != nil {
			return Wrong("%v", err)
		}
		if !t.Has(e) {
			return Missing("%v was not recorded", e)
		}
		s, err := t.Series(ctx, e, q.From, q.To, q.Points, q.Columns...)
		if err != nil {
			return err
		}
		found = newSeries(e, s)
		return nil
	})
	return found, err
}

// Snapshot implements Source.
func (r *Recorded) Snapshot(ctx context.Context, trial int, step int64) (*Snapshot, error) {
	var found *Snapshot
	err := r.traces.with(trial, func(t *trace.Trial) error {
		z := t.Size()
		switch n := weightsOf(z); {
		case n > snapshotLimit:
			return Wrong("a circuit of %d inputs and %d outputs is too large to be shown as a whole", z.Inputs, z.Outputs)
		case n > matrixLimit:
			select {
			case r.large <- struct{}{}:
				defer func() { <-r.large }()
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if step < t.First() {
			return Missing("there is no record at step %d or before: the first is of step %d", step, t.First())
		}
		s, err := t.Snapshot(ctx, step)
		if err != nil {
			return err
		}
		found = snapshotOf(&s)
		return nil
	})
	return found, err
}

// Gather implements Gatherer.
func (r *Recorded) Gather(ctx context.Context, trial int, moments []int64, elements []string, stretches []trace.Stretch) (snapshots []*Snapshot, series map[string]*Series, err error) {
	series = make(map[string]*Series)
	err = r.traces.with(trial, func(t *trace.Trial) error {
		var of []trace.Element
		for _, text := range elements {
			e, err := trace.ParseElement(t.Size(), text)
			if err != nil {
				return Wrong("%v", err)
			}
			if t.Has(e) {
				of = append(of, e)
			}
		}
		found, err := t.Gather(ctx, moments, of, stretches, func(s *trace.Snapshot) error {
			snapshots = append(snapshots, snapshotOf(s).clone())
			return nil
		})
		for i, parts := range found {
			whole := &Series{Element: of[i].String()}
			for _, s := range parts {
				whole.extend(newSeries(of[i], s))
			}
			series[whole.Element] = whole
		}
		return err
	})
	return snapshots, series, err
}

// Step implements Source.
func (r *Recorded) Step(_ context.Context, trial int, step int64) (*Step, float64, error) {
	e := r.manifest.Experiment
	if trial >= e.Trials || step < 1 || step > int64(e.Steps) {
		return nil, 0, Missing("there is no step %d of trial %d: choose one from 1 to %d, of trial 0 to %d", step, trial, e.Steps, e.Trials-1)
	}
	found, progress, err := r.stepper.step(trial, int(step))
	if err != nil {
		err = &unplaced{r.unplaced(err.Error()), err}
	}
	return found, progress, err
}
