package intervention

import (
	"slices"

	"twophase/circuit"
)

// setPhase adds a phase to the schedule of a circuit, from the next step on. It replaces the
// phase of the same kind and selection, if there is one. Otherwise it goes where phases of
// its kind belong. With off, setPhase removes that phase and adds none.
func setPhase(c *circuit.Circuit, phase circuit.Phase, off bool) ([]Change, error) {
	s, g := c.Schedule(), c.Spec().Network.Graph
	words := func(p circuit.Phase) string { return describe(circuit.SignatureIn(p, g)) }
	at := slices.IndexFunc(s, func(p circuit.Phase) bool { return place(p) == place(phase) })
	before, after := "none", words(phase)
	switch {
	case at < 0 && off:
		return nil, nil
	case at < 0:
		s = slices.Insert(s, positionOf(phase, s, g), phase)
	case off:
		before, after = words(s[at]), "none"
		s = slices.Delete(s, at, at+1)
	case s[at] == phase:
		return nil, nil
	default:
		before = words(s[at])
		s[at] = phase
	}
	if err := c.SetSchedule(s); err != nil {
		return nil, err
	}
	return []Change{ofCircuit(PhaseOf, Text(before), Text(after))}, nil
}

// place returns a key that is equal for two phases if one replaces the other. It is nil for
// a phase that no edit adds.
func place(p circuit.Phase) any {
	switch p := p.(type) {
	case circuit.TransmissionFailure:
		return circuit.TransmissionFailure{Projection: p.Projection}
	case circuit.Noise:
		return circuit.Noise{Population: p.Population, Slot: p.Slot}
	case circuit.SynapticNoise:
		return circuit.SynapticNoise{Where: p.Where}
	case circuit.SignConstraint:
		return circuit.SignConstraint{Where: p.Where}
	case circuit.Quantise:
		return circuit.Quantise{Where: p.Where}
	}
	return nil
}

// order returns the rank of a phase in a schedule: transmission failure; neural phases and
// plasticity; noise; the sign constraint, which noise must not undo; quantisation, which
// keeps signs. Other phases may stand anywhere.
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

// positionOf returns where to insert a phase in the schedule of a graph: before the first that comes after it. Noise of
// activity follows what computes that.
func positionOf(phase circuit.Phase, s circuit.Schedule, g circuit.Graph) int {
	if n, is := phase.(circuit.Noise); is {
		at := len(s)
		for at > 0 && !slices.Contains(circuit.SignatureIn(s[at-1], g).Writes, g.Variable(n.Population, n.Slot)) {
			at--
		}
		return at
	}
	at := slices.IndexFunc(s, func(p circuit.Phase) bool { return order(p) > order(phase) })
	if at < 0 {
		return len(s)
	}
	return at
}

// describe returns the name of a phase and what it computes.
func describe(s circuit.Signature) string { return s.Name + ": " + s.Equation }
