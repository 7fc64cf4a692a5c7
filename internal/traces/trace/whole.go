package trace

import (
	"context"
	"slices"

	"twophase/circuit/selection"
)

// spanRows is the number of rows that whole reads at a time.
const spanRows = 1 << 16

// whole returns the last step, up to a step, at which all elements of a selection were recorded, or
// the first step of the trace. It is for requests with a condition: at which steps it held, only
// the rows say.
func (t *Trial) whole(ctx context.Context, s selection.Selection, step int64) (int64, error) {
	var kinds []selection.Kind
	wanted := 0
	for _, k := range t.kinds {
		if !t.size.Includes(s.Kind(), k) {
			continue
		}
		kinds = append(kinds, k)
		for post := range t.size.Neurons(k) {
			if int64(wanted) > t.rows {
				return t.First(), nil
			}
			from, end := s.Row(t.size, k, post)
			for pre := from; pre < end; pre++ {
				if t.Exists(t.element(k, post, pre)) {
					wanted++
				}
			}
		}
	}
	for _, span := range slices.Backward(t.Spans(spanRows)) {
		if span[0] > step {
			continue
		}
		last, present, found := int64(-1), 0, t.First()
		err := t.Scan(ctx, span[0], min(span[1], step), kinds, func(rows Rows) error {
			for i, at := range rows.Steps {
				if at != last {
					last, present = at, 0
				}
				from, end := s.Row(t.size, rows.Kinds[i], int(rows.Posts[i]))
				if place := max(int(rows.Pres[i]), 0); from <= place && place < end {
					if present++; present == wanted {
						found = at
					}
				}
			}
			return nil
		})
		if err != nil || found > t.First() {
			return found, err
		}
	}
	return t.First(), nil
}
