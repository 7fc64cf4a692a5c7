package circuit

import (
	"errors"
	"fmt"
	"slices"
)

// ErrNotLinear is the error of Circuit.Filter if y is not known to be a linear map of x. The
// measures that need the filter are not known then.
var ErrNotLinear = errors.New("y is not known to be a linear map of x, so that there is no filter")

// afterFeedforward returns the neural phases between ỹ and y. It returns an error of
// ErrNotLinear unless Feedforward writes ỹ, phases that say that they are linear then
// compute y from ỹ, and all use the same weights.
func (c *Circuit) afterFeedforward() (Schedule, error) {
	last := 0 // the phase that writes y last
	for i, phase := range c.schedule {
		if slices.Contains(phase.Signature().Writes, Y) {
			last = i
		}
	}
	var probed Schedule
	hasProvisional := false // Feedforward comes before the phase
	for i, phase := range c.schedule {
		s := signatureOf(phase)
		if i > last {
			if c.late && slices.Contains(s.Writes, Provisional) {
				return nil, c.notLinear(s, "changes ỹ after y is found, which the next stimulus uses")
			}
			continue
		}
		switch {
		case s.Linear == NotKnown:
			return nil, c.notLinear(s, "does not say whether it is linear: set Linear in its Signature, under a name of its own")
		case s.Linear == No:
			return nil, c.notLinear(s, "is not linear")
		case !hasProvisional && phase == Phase(Feedforward{}):
			hasProvisional = true
		case len(s.Writes) == 0:
		case !slices.Equal(s.Writes, []Variable{Y}):
			return nil, c.notLinear(s, fmt.Sprintf("writes %s before y is found, where only Feedforward may write ỹ and all others y", variables(s.Writes)))
		case !hasProvisional:
			return nil, c.notLinear(s, "writes y before Feedforward has written ỹ")
		case slices.ContainsFunc(s.Reads, isNotProbed):
			return nil, c.notLinear(s, fmt.Sprintf("reads %s, where y must come from ỹ alone", variables(s.Reads)))
		default:
			probed = append(probed, phase)
		}
	}
	return probed, nil
}

// isNotProbed reports whether Filter neither sets nor keeps a variable.
func isNotProbed(v Variable) bool {
	return !slices.Contains([]Variable{Provisional, Y, PreviousY, Late, W, Mo, Md}, v)
}

// notLinear returns an error of ErrNotLinear that a phase of the schedule causes.
func (c *Circuit) notLinear(s Signature, why string) error {
	return fmt.Errorf("%w: phase %s of %v %s", ErrNotLinear, s.Name, c.Schedule(), why)
}
