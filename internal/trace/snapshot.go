package trace

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"twophase/circuit/selection"
	"twophase/synapse"
)

// Snapshot is a circuit as it was at a step: of every element the newest record at or
// before that step, NaN if there is none, and 0 where the network has no synapse. A
// matrix of which nothing was recorded is nil.
type Snapshot struct {
	Step  int64    // of the newest record
	Steps [4]int64 // of the newest by selection.Kind, up to Outputs; −1 if there is none

	Inputs, Outputs int       // N and K
	W               []float64 // [K×N] row-major
	M               []float64 // [K×K] row-major, scales on the diagonal
	Y               []float64 // [K]
}

// mostWeights is how many weights a snapshot may have in any case: 128 MB. More are
// believed only of a trace that has as many rows.
const mostWeights = 1 << 24

// Snapshot returns the circuit as it was at a step, or only some kinds of it. It returns an
// error if nothing was recorded until then, or if a page is damaged.
func (t *Trial) Snapshot(ctx context.Context, step int64, of ...selection.Kind) (Snapshot, error) {
	if len(of) == 0 {
		of = kinds
	}
	if step < t.First() {
		return Snapshot{}, fmt.Errorf("there is no record at step %d or before: the first is of step %d", step, t.First())
	}
	s, err := t.emptySnapshot(of)
	if err != nil {
		return s, err
	}
	for _, due := range t.newest(step) {
		pages := slices.Clone(t.between(due, due))
		pages = slices.DeleteFunc(pages, func(pg page) bool { return !slices.ContainsFunc(of, pg.mayKind) })
		err := inOrder(ctx, pages,
			func(r *reader, pg page) (values, error) { return r.at(pg, due) },
			func(v values) error { return s.fill(v, due, of) })
		if err != nil {
			return s, fmt.Errorf("read the traces of step %d: %w", due, err)
		}
	}
	return s, nil
}

// emptySnapshot returns a snapshot of what was recorded of some kinds, without a value.
func (t *Trial) emptySnapshot(wanted []selection.Kind) (Snapshot, error) {
	z := t.size
	s := Snapshot{Step: -1, Steps: [4]int64{-1, -1, -1, -1}, Inputs: z.Inputs, Outputs: z.Outputs}
	matrix := func(into *[]float64, rows, columns int, of ...selection.Kind) error {
		if !slices.ContainsFunc(of, func(k selection.Kind) bool { return t.HasKind(k) && slices.Contains(wanted, k) }) {
			return nil
		}
		if n := int64(rows) * int64(columns); n > max(mostWeights, 2*t.rows) {
			return fmt.Errorf("a snapshot of %d×%d weights is more than a trace of %d rows can fill", rows, columns, t.rows)
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
	for i := range s.M {
		if post, pre := i/z.Outputs, i%z.Outputs; z.Lateral != synapse.AllToAll && post != pre && !z.Lateral.Joins(post, pre) {
			s.M[i] = 0
		}
	}
	return s, matrix(&s.Y, z.Outputs, 1, selection.Outputs)
}

// newest returns the steps at which the requests were last recorded, at or before a
// step, in ascending order.
func (t *Trial) newest(step int64) (steps []int64) {
	step = min(step, t.Last())
	if step == t.Last() {
		steps = append(steps, step)
	}
	for _, r := range t.requests {
		if due := int64(r.Stride.Before(int(step))); due >= t.First() && due <= t.Last() {
			steps = append(steps, due)
		}
	}
	steps = append(steps, t.First())
	slices.Sort(steps)
	return slices.Compact(steps)
}

// values are the rows of one step in a page.
type values struct {
	places  []Element
	weights []float64
}

// at reads the rows of a step in a page.
func (r *reader) at(pg page, step int64) (v values, err error) {
	if err := r.places(pg); err != nil {
		return v, err
	}
	from := sort.Search(len(r.steps), func(i int) bool { return r.steps[i] >= step })
	var rows []int
	for row := from; row < len(r.steps) && r.steps[row] == step; row++ {
		rows = append(rows, row)
	}
	v.places, v.weights = make([]Element, len(rows)), make([]float64, len(rows))
	for i := range v.places {
		v.places[i].Kind = none
	}
	for _, k := range kinds {
		r.rowsOf(k, func(first, end int) {
			for row := max(first, from); row < min(end, from+len(rows)); row++ {
				v.places[row-from] = Element{k, int(r.posts[row]), int(r.pres[row])}
			}
		})
	}
	return v, r.gather(pg, pg.part.values[0], rows, func(i int, w float64) { v.weights[i] = w })
}

// fill puts values in their places.
func (s *Snapshot) fill(v values, step int64, of []selection.Kind) error {
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
		s.Steps[e.Kind] = step
		s.Step = step
	}
	return nil
}

// recorded lists the requests.
func (t *Trial) recorded() string {
	var texts []string
	for _, r := range t.requests {
		texts = append(texts, r.String())
	}
	if len(texts) > 10 {
		texts = append(texts[:10], "…")
	}
	return strings.Join(texts, ", ")
}
