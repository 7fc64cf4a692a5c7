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
// NaN if there is none, and 0 where the network has no synapse. A matrix without any record is
// nil.
type Snapshot struct {
	Step  int64    // of the newest record
	Steps [4]int64 // of the newest by selection.Kind, up to Outputs; −1 if there is none

	Inputs, Outputs int       // N and K
	W               []float64 // [K×N] row-major
	M               []float64 // [K×K] row-major, scales on the diagonal
	Y               []float64 // [K]

	// Of a circuit without the paper's names, in the order of a record; all above but Step is empty then.
	Parts []SnapshotPart
}

// SnapshotPart is the recorded elements of a kind.
type SnapshotPart struct {
	Kind    selection.Kind
	Step    int64     // of the newest record, −1 if there is none
	Columns int       // presynaptic neurons, or 1
	Values  []float64 // [neurons×Columns] row-major
}

// Of returns the values of a kind and the length of their rows: of lateral synapses and
// scales of the paper's circuits the whole of M. They are nil if there is no record.
func (s *Snapshot) Of(k selection.Kind) (values []float64, columns int) {
	for i := range s.Parts {
		if p := &s.Parts[i]; p.Kind == k {
			return p.Values, p.Columns
		}
	}
	switch k {
	case selection.Feedforward:
		return s.W, s.Inputs
	case selection.Lateral, selection.Scale:
		return s.M, s.Outputs
	case selection.Outputs:
		return s.Y, 1
	}
	return nil, 1
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
	z := t.size
	if !z.Graph.HasPaperNames() {
		return t.emptyParts(wanted)
	}
	s := Snapshot{Step: -1, Steps: [4]int64{-1, -1, -1, -1}, Inputs: z.Inputs, Outputs: z.Outputs}
	matrix := func(into *[]float64, rows, columns int, of ...selection.Kind) error {
		if !slices.ContainsFunc(of, func(k selection.Kind) bool { return t.HasKind(k) && slices.Contains(wanted, k) }) {
			return nil
		}
		if err := t.fits(int64(rows) * int64(columns)); err != nil {
			return err
		}
		*into = make([]float64, rows*columns)
		for i := range *into {
			(*into)[i] = math.NaN()
		}
		return nil
	}
	if err := matrix(&s.W, z.Outputs, z.Inputs, selection.Feedforward); err != nil {
		return s, err
	}
	if err := matrix(&s.M, z.Outputs, z.Outputs, selection.Lateral, selection.Scale); err != nil {
		return s, err
	}
	wiring, _ := z.Within(selection.Lateral)
	for i := range s.M {
		if post, pre := i/z.Outputs, i%z.Outputs; post != pre && !wiring.Joins(post, pre) {
			s.M[i] = 0
		}
	}
	return s, matrix(&s.Y, z.Outputs, 1, selection.Outputs)
}

// emptyParts returns a snapshot of the recorded elements of some kinds of a circuit without
// the paper's names, without values.
func (t *Trial) emptyParts(wanted []selection.Kind) (Snapshot, error) {
	s := Snapshot{Step: -1, Steps: [4]int64{-1, -1, -1, -1}}
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
		p.Values = make([]float64, t.size.Neurons(k)*p.Columns)
		for i := range p.Values {
			if e := (Element{k, i / p.Columns, i % p.Columns}); !t.size.Synaptic(k) || t.Exists(e) {
				p.Values[i] = math.NaN()
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
	if s.Parts != nil {
		return s.fillParts(v, step, of)
	}
	for i, e := range v.places {
		width, into, place := s.Outputs, s.M, e.Pre
		if !slices.Contains(of, e.Kind) {
			continue
		}
		switch e.Kind {
		case selection.Feedforward:
			width, into = s.Inputs, s.W
		case selection.Scale:
			place = e.Post
		case selection.Outputs:
			width, into, place = 1, s.Y, 0
		}
		if e.Post < 0 || e.Post >= s.Outputs || place < 0 || place >= width || into == nil {
			return fmt.Errorf("there is a row of %v, which was not recorded", e)
		}
		into[e.Post*width+place] = v.weights[i]
		s.Steps[slices.Index(recordable, e.Kind)] = step
		s.Step = step
	}
	return nil
}

// fillParts puts values in the places of a circuit without the paper's names.
func (s *Snapshot) fillParts(v stepRows, step int64, of []selection.Kind) error {
	var p *SnapshotPart
	for i, e := range v.places {
		if p == nil || p.Kind != e.Kind {
			p = nil
			if !slices.Contains(of, e.Kind) {
				continue
			}
			if at := slices.IndexFunc(s.Parts, func(p SnapshotPart) bool { return p.Kind == e.Kind }); at >= 0 {
				p = &s.Parts[at]
			}
		}
		if place := max(e.Pre, 0); p == nil || e.Post < 0 || place >= p.Columns || e.Post >= len(p.Values)/p.Columns {
			return fmt.Errorf("there is a row of %v, which was not recorded", e)
		}
		p.Values[e.Post*p.Columns+max(e.Pre, 0)] = v.weights[i]
		p.Step, s.Step = step, step
	}
	return nil
}
