package trace

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"

	"twophase/circuit/selection"
)

// Snapshot is the circuit at a step: the newest record of every element at or before that step,
// NaN if there is none, and 0 where the network has no synapse.
type Snapshot struct {
	Step  int64          // of the newest record
	Parts []SnapshotPart // in the order of a record
}

// SnapshotPart is the recorded elements of a kind.
type SnapshotPart struct {
	Kind    selection.Kind
	Step    int64     // of the newest record, −1 if there is none
	Columns int       // presynaptic neurons, or 1
	Values  []float64 // [neurons×Columns] row-major
}

// Of returns the values of a kind and the length of their rows; nil if the kind was not recorded.
func (s *Snapshot) Of(k selection.Kind) (values []float64, columns int) {
	if p := s.part(k); p != nil {
		return p.Values, p.Columns
	}
	return nil, 1
}

// part returns the recorded elements of a kind, or nil.
func (s *Snapshot) part(k selection.Kind) *SnapshotPart {
	for i := range s.Parts {
		if s.Parts[i].Kind == k {
			return &s.Parts[i]
		}
	}
	return nil
}

// Snapshot returns the circuit at a step, or only some kinds of it. It returns an error if nothing
// was recorded until then, or if a page is damaged.
func (t *Trial) Snapshot(ctx context.Context, step int64, of ...selection.Kind) (Snapshot, error) {
	if len(of) == 0 {
		of = t.kinds
	}
	if step < t.First() {
		return Snapshot{}, fmt.Errorf("there is no record at step %d or before: the first is of step %d", step, t.First())
	}
	s, err := t.emptySnapshot(of)
	if err != nil {
		return s, err
	}
	newest, err := t.newest(ctx, step)
	if err != nil {
		return s, err
	}
	for _, due := range newest {
		pages := slices.Clone(t.between(due, due))
		pages = slices.DeleteFunc(pages, func(pg page) bool { return !slices.ContainsFunc(of, pg.mayKind) })
		err := inOrder(ctx, pages,
			func(r *pageReader, pg page) (stepRows, error) { return stepRowsAt(r, pg, due) },
			func(v stepRows) error { return s.fill(v, due, of) })
		if err != nil {
			return s, fmt.Errorf("read the traces of step %d: %w", due, err)
		}
	}
	return s, nil
}

// emptySnapshot returns a snapshot of the recorded elements of some kinds, without values.
func (t *Trial) emptySnapshot(wanted []selection.Kind) (Snapshot, error) {
	s := Snapshot{Step: -1}
	all := int64(0)
	for _, k := range t.kinds {
		if !t.HasKind(k) || !slices.Contains(wanted, k) {
			continue
		}
		p := SnapshotPart{Kind: k, Step: -1, Columns: t.size.Width(k)}
		all += int64(t.size.Neurons(k)) * int64(p.Columns)
		if err := t.fits(all); err != nil {
			return s, err
		}
		p.Values = slices.Repeat([]float64{math.NaN()}, t.size.Neurons(k)*p.Columns)
		if _, within := t.size.Within(k); within || t.listed[k] != nil {
			for i := range p.Values {
				if !t.Exists(Element{k, i / p.Columns, i % p.Columns}) {
					p.Values[i] = 0
				}
			}
		}
		s.Parts = append(s.Parts, p)
	}
	return s, nil
}

// newest returns the steps at which the requests were last recorded, at or before a
// step, in ascending order.
func (t *Trial) newest(ctx context.Context, step int64) (steps []int64, err error) {
	step = min(step, t.Last())
	if step == t.Last() {
		steps = append(steps, step)
	}
	for _, r := range t.requests {
		due := int64(r.Before(int(step)))
		if r.IsConditional() && step < t.Last() {
			if due, err = t.whole(ctx, r.Selection, due); err != nil {
				return nil, err
			}
		}
		if due >= t.First() && due <= t.Last() {
			steps = append(steps, due)
		}
	}
	steps = append(steps, t.First())
	slices.Sort(steps)
	return slices.Compact(steps), nil
}

// stepRows are the rows of one step in a page.
type stepRows struct {
	places  []Element
	weights []float64
}

// stepRowsAt reads the rows of a step in a page.
func stepRowsAt(r *pageReader, pg page, step int64) (v stepRows, err error) {
	if err := r.places(pg); err != nil {
		return v, err
	}
	from := sort.Search(len(r.steps), func(i int) bool { return r.steps[i] >= step })
	end := sort.Search(len(r.steps), func(i int) bool { return r.steps[i] > step })
	if from >= end {
		return v, nil
	}
	weights, err := r.column(pg, pg.part.values[0])
	if err != nil {
		return v, err
	}
	return stepRows{r.elements(from, end), slices.Clone(weights[from:end])}, nil
}

// fill puts values in their places.
func (s *Snapshot) fill(v stepRows, step int64, of []selection.Kind) error {
	var p *SnapshotPart
	for i, e := range v.places {
		if !slices.Contains(of, e.Kind) {
			continue
		}
		if p == nil || p.Kind != e.Kind {
			p = s.part(e.Kind)
		}
		place := max(e.Pre, 0)
		if p == nil || e.Post < 0 || place >= p.Columns || e.Post >= len(p.Values)/p.Columns {
			return fmt.Errorf("there is a row of %v, which was not recorded", e)
		}
		p.Values[e.Post*p.Columns+place] = v.weights[i]
		p.Step, s.Step = step, step
	}
	return nil
}
