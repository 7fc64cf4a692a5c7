package graph

import (
	"slices"

	"twophase/circuit"
	"twophase/synapse"
)

// Phase is a phase of a schedule.
type Phase struct {
	Name     string             `json:"name"`
	Equation string             `json:"equation"`
	Reads    []circuit.Variable `json:"reads"`
	Writes   []circuit.Variable `json:"writes"`
	NonLocal bool               `json:"nonlocal"`
	Rules    []string           `json:"rules"` // by which it learns, where these are not part of the equation
}

// PhasesOf returns the phases of the schedule of a network, in the names of its populations and projections.
func PhasesOf(n circuit.Network) []Phase {
	all := []Phase{}
	for _, p := range n.Schedule {
		s := circuit.SignatureIn(p, n.Graph)
		all = append(all, Phase{
			s.Name, s.Equation, slices.Concat([]circuit.Variable{}, s.Reads), slices.Concat([]circuit.Variable{}, s.Writes), s.Local != circuit.Yes, rulesIn(p, n.Graph),
		})
	}
	return all
}

// rulesIn returns the rules by which a circuit learns in a phase, none in a phase whose equation says how.
func rulesIn(p circuit.Phase, g circuit.Graph) []string {
	rules := []string{}
	if p != circuit.Phase(circuit.Plasticity{}) {
		return rules
	}
	for _, p := range g.Projections {
		if p.Rule != nil && p.Tied == "" && p.Wiring != synapse.Unconnected {
			rules = append(rules, g.RuleIn(p.Name))
		}
	}
	for _, p := range g.Populations {
		if p.Scale.Learns() {
			rules = append(rules, g.ScaleRuleIn(p.Name))
		}
	}
	return rules
}
