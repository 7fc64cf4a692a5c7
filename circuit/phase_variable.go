package circuit

import (
	"strings"

	"twophase/neuron"
)

// overline is a combining overline, for traces.
const overline = "\u0304"

// Variable returns the name under which phases read and write what a population carries in a slot.
func (g Graph) Variable(population string, slot neuron.Slot) Variable {
	return g.variable(population, slot)
}

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
		if name == "y" {
			return Late
		}
		return Variable(name + "~(t−1)")
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

// learntScales returns what a rule of scales changes: the scales, or the cumulative activities where
// neurons do not divide by them.
func (g Graph) learntScales(p PopulationSpec) Variable {
	switch {
	case !p.Scale.Metaplastic:
		return g.scales(p.Name)
	case p.Name == "outputs":
		return "Ŷ"
	}
	return Variable(p.Name + ".Ŷ")
}

// stimuli returns the variables of the stimulus.
func (g Graph) stimuli() (all []Variable) {
	for _, name := range g.inputNames() {
		all = append(all, g.variable(name, neuron.Stimulus))
	}
	return all
}

// variables returns what every step begins with: the stimulus, weights and scales.
func (g Graph) variables() (all []Variable) {
	for _, p := range g.Populations {
		if p.Input {
			all = append(all, g.variable(p.Name, neuron.Stimulus))
		} else {
			all = append(all, g.scales(p.Name), g.learntScales(p))
		}
	}
	for _, p := range g.Projections {
		if p.Tied == "" {
			all = append(all, g.weights(p.Name))
		}
	}
	return all
}

func variables(v []Variable) string {
	if len(v) == 0 {
		return "nothing"
	}
	names := make([]string, len(v))
	for i, e := range v {
		names[i] = string(e)
	}
	return strings.Join(names, ", ")
}
