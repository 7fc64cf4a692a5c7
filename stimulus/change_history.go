package stimulus

import (
	"encoding/json"
	"math"
	"slices"

	"twophase/internal/text/strict"
)

// ChangeAt is a change and the number of the stimulus after which it took place.
type ChangeAt struct {
	Step   uint64
	Change Change
}

// history is changes in the order of their steps.
type history []ChangeAt

// never is a step that no stimulus reaches.
const never = math.MaxUint64

// until returns the number of changes up to and including those after
// stimulus number step.
func (all history) until(step uint64) int {
	n := slices.IndexFunc(all, func(h ChangeAt) bool { return h.Step > step })
	if n < 0 {
		return len(all)
	}
	return n
}

// correlates reports whether the history has any correlation. Then the last stimulus is
// stored, also at the steps before it.
func (all history) correlates() bool {
	return slices.ContainsFunc(all, func(h ChangeAt) bool {
		change, ok := h.Change.(Correlate)
		return ok && change.Rho > 0
	})
}

// independent returns the number of the last stimulus, at most step, after which the source
// can continue without the stimuli before it: step itself, or the last but one before the
// correlation began.
func (all history) independent(step uint64) uint64 {
	began, before, ended := uint64(never), uint64(never), uint64(never)
	for _, h := range all[:all.until(step)] {
		change, ok := h.Change.(Correlate)
		switch {
		case !ok:
		case change.Rho == 0 && began != never:
			began, before, ended = never, began, h.Step
		case change.Rho > 0 && began == never:
			if began = h.Step; h.Step == ended { // the last stimulus belongs to the process before
				began = before
			}
		}
	}
	if began == never {
		return step
	}
	return min(step, max(began, 1)-1)
}

// width returns the number of directions that the history needs: at least wide, and as many as there
// are eigenvalues above the floor at any time. It returns 0 if nothing turns and the spectrum stays.
func (all history) width(wide, inputs int) int {
	needed := false
	for _, h := range all {
		switch change := h.Change.(type) {
		case Rotate, Drift:
			needed = true
		case Spectrum:
			needed, wide = true, max(wide, aboveFloor(change.whole(inputs)))
		}
	}
	if !needed {
		return 0
	}
	return wide
}

type changeAtJSON struct {
	Step   uint64          `json:"step"`
	Change json.RawMessage `json:"change"`
}

// MarshalJSON writes {"step": 5000, "change": {"rotate": 45}}.
func (h ChangeAt) MarshalJSON() ([]byte, error) {
	change, err := json.Marshal(h.Change)
	if err != nil {
		return nil, err
	}
	return json.Marshal(changeAtJSON{h.Step, change})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (h *ChangeAt) UnmarshalJSON(data []byte) error {
	var read changeAtJSON
	if err := strict.Unmarshal(data, &read); err != nil {
		return err
	}
	change, err := DecodeChange(read.Change)
	if err != nil {
		return err
	}
	h.Step, h.Change = read.Step, change
	return nil
}
