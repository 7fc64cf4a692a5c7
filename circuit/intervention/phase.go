package intervention

import (
	"slices"

	"twophase/circuit"
)

// setPhase puts a phase into the schedule of a circuit, from the next step on: in
// the place of the one like it that does the same to the same synapses, if there is
// one, and else where phases of its kind belong. If it is off, that one is taken out
// and none put in.
func setPhase(c *circuit.Circuit, phase circuit.Phase, off bool) ([]Change, error) {
	s := c.Schedule()
	at := slices.IndexFunc(s, func(p circuit.Phase) bool { return place(p) == place(phase) })
	before, after := "none", describe(phase)
	switch {
	case at < 0 && off:
		return nil, nil
	case at < 0:
		s = slices.Insert(s, positionOf(phase, s), phase)
	case off:
		before, after = describe(s[at]), "none"
		s = slices.Delete(s, at, at+1)
	case s[at] == phase:
		return nil, nil
	default:
		before = describe(s[at])
		s[at] = phase
	}
	if err := c.SetSchedule(s); err != nil {
		return nil, err
	}
	return []Change{ofCircuit(PhaseOf, Text(before), Text(after))}, nil
}

// place returns what two phases have in common of which one replaces the other, or
// nil if a phase is not put there by an edit.
func place(p circuit.Phase) any {
	switch p := p.(type) {
	case circuit.TransmissionFailure:
		return circuit.TransmissionFailure{Projection: p.Projection}
	case circuit.SynapticNoise:
		return circuit.SynapticNoise{Where: p.Where}
	case circuit.SignConstraint:
		return circuit.SignConstraint{Where: p.Where}
	case circuit.Quantise:
		return circuit.Quantise{Where: p.Where}
	}
	return nil
}

// order returns where a phase stands in a schedule: transmission failure first,
// then the neural phases and plasticity, then noise, then the sign constraint, which
// noise must not undo, then quantisation, which keeps signs. All others may stand
// anywhere.
func order(p circuit.Phase) int {
	switch p.(type) {
	case circuit.TransmissionFailure:
		return -1
	case circuit.SynapticNoise:
		return 1
	case circuit.SignConstraint:
		return 2
	case circuit.Quantise:
		return 3
	}
	return 0
}

// positionOf returns where to insert a phase: before the first that comes after it.
func positionOf(phase circuit.Phase, s circuit.Schedule) int {
	at := slices.IndexFunc(s, func(p circuit.Phase) bool { return order(p) > order(phase) })
	if at < 0 {
		return len(s)
	}
	return at
}

// describe returns the name of a phase and what it computes.
func describe(p circuit.Phase) string {
	s := p.Signature()
	return s.Name + ": " + s.Equation
}
