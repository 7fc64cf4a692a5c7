package view

import (
	"context"
	"slices"

	"twophase/circuit"
	"twophase/circuit/selection"
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
		all[i] = Phase{g.Name, g.Equation, texts(g.Reads), texts(g.Writes), g.Local != circuit.Yes}
	}
	return all
}

// newRecordings returns the recordings of some requests, and of selections whose parts of
// changes are recorded too.
func newRecordings(requests []recorder.Request, parts []string) []Recording {
	all := []Recording{}
	var kinds []selection.Kind
	for _, text := range parts {
		selected, _ := recorder.ParseParts(text) // an invalid selection was not recorded
		for _, s := range selected {
			kinds = append(kinds, s.Kind())
		}
	}
	for _, r := range requests {
		kind, stride := r.Selection.Kind(), max(0, int(r.Stride)) // LogSpaced is below 0
		parts := slices.ContainsFunc(kinds, func(k selection.Kind) bool { return k.Includes(kind) || kind.Includes(k) })
		all = append(all, Recording{r.String(), kind.String(), stride, parts})
	}
	return all
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
		s, err := t.Series(ctx, e, q.From, q.To, q.Points, q.Columns...)
		if err != nil {
			return err
		}
		found = newSeries(e, s)
		return nil
	})
	return found, err
}

// newSeries returns the records of an element in the form of the API.
func newSeries(e trace.Element, s trace.Series) *Series {
	return &Series{e.String(), s.Total, s.Steps, s.Weight, s.Hebbian, s.Decay, s.Rounding, s.Nonlocal, s.Unlearning, s.Second, s.Third, s.PreActivity, s.PostActivity}
}

// Snapshot implements Source.
func (r *Recorded) Snapshot(ctx context.Context, trial int, step int64) (*Snapshot, error) {
	var found *Snapshot
	err := r.withTrace(trial, func(t *trace.Trial) error {
		z := t.Size()
		switch n := weightsOf(z); {
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
		found = snapshotOf(&s)
		return nil
	})
	return found, err
}

// Gather implements Gatherer.
func (r *Recorded) Gather(ctx context.Context, trial int, moments []int64, elements []string, stretches []trace.Stretch) (snapshots []*Snapshot, series map[string]*Series, err error) {
	series = make(map[string]*Series)
	err = r.withTrace(trial, func(t *trace.Trial) error {
		var of []trace.Element
		for _, text := range elements {
			e, err := trace.ParseElement(text)
			if err != nil {
				return wrong("%v", err)
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
		return nil, 0, missing("there is no step %d of trial %d: choose one from 1 to %d, of trial 0 to %d", step, trial, e.Steps, e.Trials-1)
	}
	found, progress, err := r.stepper.step(trial, int(step))
	if err != nil {
		err = &unplaced{r.unplaced(err.Error()), err}
	}
	return found, progress, err
}

// unplaced is an error whose text names no folder elsewhere.
type unplaced struct {
	text  string
	cause error
}

func (u *unplaced) Error() string { return u.text }
func (u *unplaced) Unwrap() error { return u.cause }
