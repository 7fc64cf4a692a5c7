package intervention

import (
	"fmt"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/circuit/selection"
)

// SetSchedule replaces the phase that computes y from ỹ, with the further turns that follow it.
// All other phases of the schedule stay in their places.
type SetSchedule struct {
	Dynamics Dynamics       `json:"dynamics"`
	Settle   circuit.Settle `json:"settle,omitzero"` // of Settling, else zero
	Turns    int            `json:"turns,omitempty"` // simultaneous turns of TwoPhase; 0 stands for two
}

// Dynamics is a way of computing y from ỹ.
type Dynamics int

const (
	TwoPhase  Dynamics = iota // circuit.Lateral
	Stale                     // circuit.StaleLateral
	Exact                     // circuit.Solve
	Settling                  // a circuit.Settle
	Cascading                 // circuit.Cascade
)

var dynamicsNames = []string{"two-phase", "stale", "exact", "settling", "cascade"}

// String returns two-phase, stale, exact, settling or cascade.
func (d Dynamics) String() string {
	if d < TwoPhase || d > Cascading {
		return fmt.Sprintf("Dynamics(%d)", int(d))
	}
	return dynamicsNames[d]
}

// ParseDynamics returns the dynamics of a name.
func ParseDynamics(name string) (Dynamics, error) {
	if i := slices.Index(dynamicsNames, name); i >= 0 {
		return Dynamics(i), nil
	}
	return 0, fmt.Errorf("there are no dynamics %q: choose %s", name, strings.Join(dynamicsNames, ", "))
}

// MarshalText implements encoding.TextMarshaler in the form of String.
func (d Dynamics) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler by ParseDynamics.
func (d *Dynamics) UnmarshalText(text []byte) (err error) {
	*d, err = ParseDynamics(string(text))
	return err
}

// String implements Edit.
func (e SetSchedule) String() string {
	switch {
	case e.Dynamics == Settling:
		return "set dynamics to " + describe(e.Settle.Signature())
	case e.Turns > 0:
		return fmt.Sprintf("set dynamics to %d turns", e.Turns)
	}
	return fmt.Sprintf("set dynamics to %v", e.Dynamics)
}

// Validate implements Edit.
func (e SetSchedule) Validate(selection.Size) error {
	switch {
	case e.Dynamics < TwoPhase || e.Dynamics > Cascading:
		return fmt.Errorf("%v do not exist: choose %s", e.Dynamics, strings.Join(dynamicsNames, ", "))
	case e.Turns != 0 && e.Dynamics != TwoPhase:
		return fmt.Errorf("%v dynamics have no turns: choose two-phase, or leave Turns out", e.Dynamics)
	case e.Turns == 1 || e.Turns < 0:
		return fmt.Errorf("turns %d: give at least 2", e.Turns)
	case e.Dynamics == Settling:
		return e.Settle.Validate()
	case e.Settle != circuit.Settle{}:
		return fmt.Errorf("%v dynamics do not settle: choose settling, or leave Settle out", e.Dynamics)
	}
	return nil
}

// Apply implements Edit. It returns an error unless exactly one phase of the circuit's
// schedule computes y from ỹ.
func (e SetSchedule) Apply(c *circuit.Circuit) ([]Change, error) {
	s := c.Schedule()
	at := slices.IndexFunc(s, findsY)
	if at < 0 || slices.ContainsFunc(s[at+1:], findsY) {
		return nil, fmt.Errorf("the schedule %v has not one phase among Fire, Lateral, StaleLateral, Cascade, Solve and Settle, which could be replaced", s)
	}
	end := at + 1
	for end < len(s) && s[end] == circuit.Phase(circuit.LateralAgain) {
		end++
	}
	before, after := slices.Clone(s[at:end]), e.phases()
	if slices.Equal(before, after) {
		return nil, nil
	}
	if err := c.SetSchedule(slices.Replace(s, at, end, after...)); err != nil {
		return nil, err
	}
	return []Change{ofCircuit(PhaseOf, Text(describeAll(before)), Text(describeAll(after)))}, nil
}

// phases returns the phases of the dynamics.
func (e SetSchedule) phases() circuit.Schedule {
	switch e.Dynamics {
	case Stale:
		return circuit.Schedule{circuit.StaleLateral}
	case Exact:
		return circuit.Schedule{circuit.Solve}
	case Settling:
		return circuit.Schedule{e.Settle}
	case Cascading:
		return circuit.Schedule{circuit.Cascade}
	}
	return append(circuit.Schedule{circuit.Lateral}, slices.Repeat(circuit.Schedule{circuit.LateralAgain}, max(0, e.Turns-2))...)
}

// describeAll describes the first phase and says how often the turn is taken again.
func describeAll(phases circuit.Schedule) string {
	if again := len(phases) - 1; again > 0 {
		return fmt.Sprintf("%s, %d turns", describe(phases[0].Signature()), again+2)
	}
	return describe(phases[0].Signature())
}

// findsY reports whether a phase is of some dynamics.
func findsY(p circuit.Phase) bool {
	if _, settles := p.(circuit.Settle); settles {
		return true
	}
	return slices.Contains([]circuit.Phase{circuit.Fire, circuit.Lateral, circuit.StaleLateral, circuit.Cascade, circuit.Solve}, p)
}
