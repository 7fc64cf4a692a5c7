package result

import (
	"context"
	"errors"
	"io/fs"

	"twophase/internal/text/wording"
)

// States of a run in a list. A run that diverged or failed has Ended.At instead.
const (
	StateComplete   = "complete"
	StateUnfinished = "unfinished" // it was interrupted, or is still running
	StateDamaged    = "damaged"
)

// Listed is what any list says of a run.
type Listed struct {
	State string
	Error wording.Number // E_Pro at the end, the median over the trials; NaN where it is not known
	Saved *SavedSummary  // nil unless the run is complete
}

// List returns what a list says of a run folder, which is not trusted.
func List(ctx context.Context, dir string) Listed {
	if ended := (*Ended)(nil); errors.As(Unfinished(dir), &ended) {
		return Listed{ended.At(), wording.NaN, nil}
	}
	saved, err := ReadSummary(ctx, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return Listed{StateUnfinished, wording.NaN, nil}
	}
	median := wording.NaN
	if err == nil {
		median, err = saved.MedianError()
	}
	if err != nil {
		return Listed{StateDamaged, wording.NaN, nil}
	}
	return Listed{StateComplete, median, saved}
}

// MedianError returns E_Pro at the end, the median over all trials in which it is defined.
func (s *SavedSummary) MedianError() (wording.Number, error) {
	var all []float64
	err := s.each(0, s.Trials, func(r *Result) {
		if v := r.Measures.Error; v.Finite() {
			all = append(all, float64(v))
		}
	})
	median, _, _ := Quartiles(all)
	return median, err
}
