package trace

import (
	"context"
	"fmt"
	"slices"

	"twophase/circuit/selection"
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
	var pages []page
	for _, pg := range t.between(from, to) {
		if slices.ContainsFunc(of, pg.mayKind) {
			pages = append(pages, pg)
		}
	}
	err := inOrder(ctx, pages, func(r *pageReader, pg page) (Rows, error) { return rowsOf(r, pg, from, to, of) }, visit)
	if err != nil {
		return fmt.Errorf("read the traces: %w", err)
	}
	return nil
}

// rowsOf reads the rows of some kinds in a page.
func rowsOf(r *pageReader, pg page, from, to int64, of []selection.Kind) (all Rows, err error) {
	if err := r.places(pg); err != nil {
		return all, err
	}
	var rows []int
	first := 0
	for _, s := range r.kinds {
		if slices.Contains(of, s.kind) {
			for row := first; row < s.end; row++ {
				if step := r.steps[row]; from <= step && step <= to {
					rows = append(rows, row)
					all.Kinds = append(all.Kinds, s.kind)
				}
			}
		}
		first = s.end
	}
	values, err := r.column(pg, pg.part.values[0])
	if err != nil {
		return all, err
	}
	all.Steps, all.Weights = make([]int64, len(rows)), make([]float64, len(rows))
	all.Posts, all.Pres = make([]int32, len(rows)), make([]int32, len(rows))
	for i, row := range rows {
		all.Steps[i], all.Posts[i], all.Pres[i], all.Weights[i] = r.steps[row], r.posts[row], r.pres[row], values[row]
	}
	return all, nil
}
