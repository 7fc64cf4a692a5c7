package intervention

import (
	"fmt"
	"math"

	"twophase/circuit/selection"
)

// extent is the range of a quantity, from min to max.
type extent struct {
	words            string // the range in words
	min, max         float64
	minOpen, maxOpen bool // without min, or max, itself
}

// The extents of the quantities.
var (
	weightExtent   = extent{"weights are any numbers", math.Inf(-1), math.Inf(1), true, true}
	absoluteExtent = extent{"absolute weights are 0 or above", 0, math.Inf(1), false, true}
	scaleExtent    = extent{"scales are above 0", 0, math.Inf(1), true, true}
	ratioExtent    = extent{"lateral_ratio is from 0 to below 1", 0, 1, false, true} // scales are above 0
	errorExtent    = extent{"the error is 0 or above", 0, math.Inf(1), false, true}
	driftExtent    = extent{"drift is from -1 to 1", -1, 1, false, false}
)

// extents returns the extents of the quantities that the condition bounds. One quantity
// within the bound is enough.
func (c Condition) extents(z selection.Size) (all []extent) {
	switch {
	case c.Quantity == Error:
		return []extent{errorExtent}
	case c.Quantity == Drift:
		return []extent{driftExtent}
	case c.Quantity == LateralRatio:
		return []extent{ratioExtent}
	}
	if kind := c.Where.Kind(); z.Class(kind) != selection.Scales {
		if c.Absolute {
			all = append(all, absoluteExtent)
		} else {
			all = append(all, weightExtent)
		}
	}
	if class := z.Class(c.Where.Kind()); class == selection.Scales || class == selection.Everything {
		all = append(all, scaleExtent)
	}
	return all
}

// checkExtents returns an error if the condition holds always or never.
func (c Condition) checkExtents(z selection.Size) error {
	all := c.extents(z)
	never := true
	for _, e := range all {
		if c.always(e) {
			return fmt.Errorf("it always holds, as %s: %s", e.words, e.advice())
		}
		never = never && c.never(e)
	}
	if never {
		return fmt.Errorf("it never holds, as %s: %s", all[0].words, all[0].advice())
	}
	return nil
}

// always reports whether every number of an extent is within the bound.
func (c Condition) always(e extent) bool {
	if c.Below {
		return c.Value > e.max || c.Value == e.max && e.maxOpen
	}
	return c.Value < e.min || c.Value == e.min && e.minOpen
}

// never reports whether no number of an extent is within the bound.
func (c Condition) never(e extent) bool {
	if c.Below {
		return c.Value <= e.min
	}
	return c.Value >= e.max
}

// advice says which bounds divide an extent.
func (e extent) advice() string {
	if e.max < math.Inf(1) {
		return fmt.Sprintf("give a number between %v and %v", e.min, e.max)
	}
	return fmt.Sprintf("give a number above %v", e.min)
}
