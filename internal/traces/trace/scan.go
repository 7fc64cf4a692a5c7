package trace

import (
	"context"
	"fmt"
	"slices"

	"twophase/circuit/selection"
	"twophase/internal/traces/trace/part"
)

// Rows are rows of a trace, in its order, as columns of equal length.
type Rows struct {
	Steps       []int64
	Kinds       []selection.Kind
	Posts, Pres []int32 // pre is −1 for scales and outputs
	Weights     []float64
}

// Scan calls visit for all rows of some kinds from step to step, both included, in their order,
// some thousands at a time. It stops with the first error, including that of visit, and with the
// context.
func (t *Trial) Scan(ctx context.Context, from, to int64, of []selection.Kind, visit func(Rows) error) error {
	var pages []part.Page
	for _, pg := range t.between(from, to) {
		if slices.ContainsFunc(of, pg.MayKind) {
			pages = append(pages, pg)
		}
	}
	err := part.InOrder(ctx, pages, func(r *part.Reader, pg part.Page) (Rows, error) { return rowsOf(r, pg, from, to, of) }, visit)
	if err != nil {
		return fmt.Errorf("read the traces: %w", err)
	}
	return nil
}

// rowsOf reads the rows of some kinds in a page.
func rowsOf(r *part.Reader, pg part.Page, from, to int64, of []selection.Kind) (all Rows, err error) {
	if err := r.Places(pg); err != nil {
		return all, err
	}
	var rows []int
	first := 0
	for _, s := range r.Kinds {
		if slices.Contains(of, s.Kind) {
			for row := first; row < s.End; row++ {
				if step := r.Steps[row]; from <= step && step <= to {
					rows = append(rows, row)
					all.Kinds = append(all.Kinds, s.Kind)
				}
			}
		}
		first = s.End
	}
	all.Steps, all.Weights = make([]int64, len(rows)), make([]float64, len(rows))
	all.Posts, all.Pres = make([]int32, len(rows)), make([]int32, len(rows))
	for i, row := range rows {
		all.Steps[i], all.Posts[i], all.Pres[i] = r.Steps[row], int32(r.Posts[row]), int32(r.Pres[row])
	}
	return all, r.Gather(pg, pg.Part.Values[0], rows, func(i int, v float64) { all.Weights[i] = v })
}
