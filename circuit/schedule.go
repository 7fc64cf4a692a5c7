package circuit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"twophase/circuit/selection"
	"twophase/neuron"
)

// Schedule is the ordered list of phases that runs for every stimulus.
type Schedule []Phase

// validated is a phase with fields that can be wrong.
type validated interface{ Validate() error }

// Check returns an error if a phase has a field that is out of range, if a phase
// reads an activity that no earlier phase has written, or if no phase writes y.
func (s Schedule) Check() error {
	if i := slices.Index(s, nil); i >= 0 {
		return fmt.Errorf("schedule: phase %d is missing", i+1)
	}
	written := []Variable{X, W, Mo, Md}
	if s.writes(Y) {
		written = append(written, PreviousY)
	}
	if s.writes(Provisional) {
		written = append(written, Late)
	}
	for i, phase := range s {
		if v, ok := phase.(validated); ok {
			if err := v.Validate(); err != nil {
				return fmt.Errorf("schedule: phase %d: %w", i+1, err)
			}
		}
		signature := phase.Signature()
		for _, v := range signature.Reads {
			if !slices.Contains(written, v) {
				return fmt.Errorf("schedule: phase %d, %s, reads %s, which no phase before it writes (%v)", i+1, signature.Name, v, s)
			}
		}
		written = append(written, signature.Writes...)
	}
	if !s.writes(Y) {
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

// reads reports whether a phase reads v.
func (s Schedule) reads(v Variable) bool {
	return slices.ContainsFunc(s, func(p Phase) bool { return slices.Contains(p.Signature().Reads, v) })
}

// checkSize returns an error if a phase names what a circuit of that size has not.
func (s Schedule) checkSize(z selection.Size) error {
	for i, phase := range s {
		if p, ok := phase.(placed); ok {
			if err := p.where().Check(z); err != nil {
				return fmt.Errorf("schedule: phase %d, %s: %w", i+1, phase.Signature().Name, err)
			}
		}
	}
	return nil
}

// writes reports whether a phase writes v.
func (s Schedule) writes(v Variable) bool {
	return slices.ContainsFunc(s, func(p Phase) bool { return slices.Contains(p.Signature().Writes, v) })
}

// written returns the activities that each phase writes.
func (s Schedule) written() [][]neuron.Slot {
	slots := make([][]neuron.Slot, len(s))
	for i, phase := range s {
		for _, v := range phase.Signature().Writes {
			switch v {
			case Provisional:
				slots[i] = append(slots[i], neuron.Provisional)
			case Y:
				slots[i] = append(slots[i], neuron.Final)
			}
		}
	}
	return slots
}
