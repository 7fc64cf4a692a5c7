package circuit

import (
	"slices"

	"twophase/circuit/selection"
	"twophase/neuron"
)

// Variable names what phases read and write: a constant of this package in the circuits of
// the paper. In others, the final activity of a population has the population's name, its
// provisional one NAME~, its trace NAME̅, and its scales NAME.scale; the weights of a
// projection have the projection's name. The outputs are y and the only inputs x everywhere.
type Variable string

const (
	X           Variable = "x"      // stimulus, on the input axons
	Provisional Variable = "ỹ"      // output axons, first turn
	Y           Variable = "y"      // output axons, second turn
	PreviousY   Variable = "y(t−1)" // y of the previous step
	Late        Variable = "ỹ(t−1)" // output axons, their first turn for the previous stimulus
	W           Variable = "W"      // feedforward weights
	Mo          Variable = "M_o"    // lateral weights
	Md          Variable = "M_d"    // scales
)

// overline is a combining overline, for traces.
const overline = "\u0304"

// variable returns the variable of what a population carries in a slot.
func (g Graph) variable(population string, slot neuron.Slot) Variable {
	name := population
	switch {
	case population == "outputs" && g.population("y") == nil:
		name = "y"
	case population == "inputs" && g.population("x") == nil:
		name = "x"
	}
	switch slot {
	case neuron.Provisional:
		if name == "y" {
			return Provisional
		}
		return Variable(name + "~")
	case neuron.Trace:
		return Variable(name + overline)
	case neuron.Late:
		return Late
	}
	return Variable(name)
}

// weights returns the variable of the weights of a projection.
func (g Graph) weights(projection string) Variable {
	if p := g.projection(projection); p != nil && p.Tied != "" {
		projection = p.Tied
	}
	switch projection {
	case "feedforward":
		return W
	case "lateral":
		return Mo
	}
	return Variable(projection)
}

// scales returns the variable of the scales of a population.
func (g Graph) scales(population string) Variable {
	if population == "outputs" {
		return Md
	}
	return Variable(population + ".scale")
}

// variables returns what every step begins with: the stimulus, weights and scales.
func (g Graph) variables() (all []Variable) {
	for _, p := range g.Populations {
		if p.Input {
			all = append(all, g.variable(p.Name, neuron.Stimulus))
		} else {
			all = append(all, g.scales(p.Name))
		}
	}
	for _, p := range g.Projections {
		if p.Tied == "" {
			all = append(all, g.weights(p.Name))
		}
	}
	return all
}

// placedIn is a phase that names populations or projections.
type placedIn interface {
	Phase
	// checkIn returns an error unless the phase can be in a circuit of that graph.
	checkIn(g Graph) error
	// signatureIn is Signature with what the phase reads and writes there.
	signatureIn(g Graph) Signature
}

// signatureIn returns the signature of a phase in a circuit of that graph.
func signatureIn(phase Phase, g Graph) Signature {
	if p, ok := phase.(placedIn); ok && isKnown(phase) { // a type that embeds one has its own Signature
		s := p.signatureIn(g)
		s.Reads, s.Writes = distinct(s.Reads), distinct(s.Writes)
		return s
	}
	s := signatureOf(phase)
	if p, ok := phase.(placed); ok && !g.isTwoPopulations() {
		s.Reads = nil
		for _, name := range g.ownNames() {
			if k := p.where().Kind(); k == selection.Weights || k == selection.Kind(name) {
				s.Reads = append(s.Reads, g.weights(name))
			}
		}
		s.Writes = s.Reads
	}
	return s
}

// EquationIn returns the equation of a phase in a circuit with graph g.
func EquationIn(phase Phase, g Graph) string { return signatureIn(phase, g).Equation }

// distinct returns variables without those that were named before.
func distinct(all []Variable) (different []Variable) {
	for _, v := range all {
		if !slices.Contains(different, v) {
			different = append(different, v)
		}
	}
	return different
}
