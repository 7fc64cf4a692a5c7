package trace

import (
	"context"
	"fmt"
	"math"
	"slices"

	"twophase/circuit/selection"
)

// Extremes returns the largest size of the recorded values of each kind, NaN where none is
// finite. Of the trace it reads only the kinds and the values.
func (t *Trial) Extremes(ctx context.Context) (largest map[selection.Kind]float64, err error) {
	largest = make(map[selection.Kind]float64, len(t.kinds))
	for _, k := range t.kinds {
		largest[k] = math.NaN()
	}
	err = inOrder(ctx, t.pages,
		func(r *reader, pg page) ([]float64, error) { return r.largest(pg) },
		func(found []float64) error {
			for i, k := range t.kinds {
				if v := found[i]; !(v <= largest[k]) && !math.IsNaN(v) {
					largest[k] = v
				}
			}
			return nil
		})
	if err != nil {
		return nil, fmt.Errorf("read the traces: %w", err)
	}
	return largest, nil
}

// largest returns the largest size of the values on a page by kind, in the order of kinds.
func (r *reader) largest(pg page) ([]float64, error) {
	found := slices.Repeat([]float64{math.NaN()}, len(pg.part.kinds))
	if err := r.readKinds(pg); err != nil {
		return nil, err
	}
	v, err := r.pages.Page(pg.part.file, pg.number, pg.part.values[0])
	if err != nil {
		return nil, err
	}
	d, err := v.Doubles()
	if err != nil {
		return nil, fmt.Errorf("page %d of %s: %w", pg.number, pg.part.name, err)
	}
	if v.Present != nil {
		return nil, fmt.Errorf("page %d of %s: there are rows without a value", pg.number, pg.part.name)
	}
	row := 0
	for _, s := range r.kinds {
		i := slices.Index(pg.part.kinds, s.kind)
		if i < 0 {
			row = s.end
			continue
		}
		most := found[i]
		for ; row < s.end; row++ {
			if a := math.Abs(d.At(row)); !(a <= most) && a <= math.MaxFloat64 {
				most = a
			}
		}
		found[i] = most
	}
	return found, nil
}
