package intervention

import (
	"fmt"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/circuit/selection"
)

// SetSchedule replaces the phase that computes y from ỹ. All other phases of the schedule
// stay in their places.
type SetSchedule struct {
	Dynamics Dynamics       `json:"dynamics"`
	Settle   circuit.Settle `json:"settle,omitzero"` // of Settling, else zero
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
	if e.Dynamics != Settling {
		return fmt.Sprintf("set dynamics to %v", e.Dynamics)
	}
	return "set dynamics to " + describe(e.Settle)
}

// Validate implements Edit.
func (e SetSchedule) Validate(selection.Size) error {
	switch {
	case e.Dynamics < TwoPhase || e.Dynamics > Cascading:
		return fmt.Errorf("%v do not exist: choose %s", e.Dynamics, strings.Join(dynamicsNames, ", "))
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
	before, after := s[at], e.phase()
	if before == after {
		return nil, nil
	}
	s[at] = after
	if err := c.SetSchedule(s); err != nil {
		return nil, err
	}
	return []Change{ofCircuit(PhaseOf, Text(describe(before)), Text(describe(after)))}, nil
}

// phase returns the phase of the dynamics.
func (e SetSchedule) phase() circuit.Phase {
	switch e.Dynamics {
	case Stale:
		return circuit.StaleLateral{}
	case Exact:
		return circuit.Solve{}
	case Settling:
		return e.Settle
	case Cascading:
		return circuit.Cascade{}
	}
	return circuit.Lateral{}
}

// findsY reports whether a phase is of some dynamics.
func findsY(p circuit.Phase) bool {
	switch p.(type) {
	case circuit.Fire, circuit.Lateral, circuit.StaleLateral, circuit.Cascade, circuit.Solve, circuit.Settle:
		return true
	}
	return false
}
