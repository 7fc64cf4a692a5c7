package circuit

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Schedule is the ordered list of phases that runs for every stimulus.
type Schedule []Phase

// Check returns an error if a phase reads an activity that no earlier phase
// has written, or if no phase writes y.
func (s Schedule) Check() error {
	written := []Variable{X, W, Mo, Md}
	if s.lastToWrite(Y) >= 0 {
		written = append(written, PreviousY)
	}
	for i, phase := range s {
		signature := phase.Signature()
		for _, v := range signature.Reads {
			if !slices.Contains(written, v) {
				return fmt.Errorf("schedule: phase %d, %s, reads %s, which no phase before it writes (%v)", i+1, signature.Name, v, s)
			}
		}
		written = append(written, signature.Writes...)
	}
	if s.lastToWrite(Y) < 0 {
		return errors.New("schedule: no phase writes y, the final output")
	}
	return nil
}

// String returns the names of the phases in order.
func (s Schedule) String() string {
	names := make([]string, len(s))
	for i, phase := range s {
		names[i] = phase.Signature().Name
	}
	return strings.Join(names, " → ")
}

// lastToWrite returns the place of the last phase that writes v, or −1.
func (s Schedule) lastToWrite(v Variable) int {
	for i, phase := range slices.Backward(s) {
		if slices.Contains(phase.Signature().Writes, v) {
			return i
		}
	}
	return -1
}

// index returns the place of a phase in the schedule, or −1.
func (s Schedule) index(phase Phase) int { return slices.Index(s, phase) }

// replace returns the schedule with one phase replaced by another.
func (s Schedule) replace(old, new Phase) Schedule {
	replaced := slices.Clone(s)
	replaced[s.index(old)] = new
	return replaced
}
