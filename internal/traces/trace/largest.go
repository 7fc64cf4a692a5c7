package trace

import (
	"context"
	"fmt"
	"math"

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
		func(r *pageReader, pg page) ([]float64, error) { return r.largest(pg) },
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
