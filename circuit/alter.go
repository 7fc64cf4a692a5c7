package circuit

import (
	"fmt"

	"twophase/circuit/selection"
	"twophase/synapse"
)

// placed is a phase that concerns a selection of synapses.
type placed interface {
	Phase
	where() selection.Selection
}

// checkSynaptic returns an error unless a selection is one of synapses; weights
// stands for those of both projections.
func checkSynaptic(what string, s selection.Selection) error {
	if k := s.Kind(); !k.Synaptic() && k != selection.Weights {
		return fmt.Errorf("%s of %v, which are not synapses: choose feedforward, lateral or weights", what, s)
	}
	return nil
}

// alteration returns the signature of a phase that changes selected weights w.
func alteration(name, equation string, s selection.Selection) Signature {
	var v []Variable
	if s.Kind().Includes(selection.Feedforward) {
		v = append(v, W)
	}
	if s.Kind().Includes(selection.Lateral) {
		v = append(v, Mo)
	}
	return Signature{Name: name, Equation: fmt.Sprintf("%s, %v", equation, s), Reads: v, Writes: v}
}

// alter lets change rewrite the selected weights w onto each neuron post, which are
// those from presynaptic neuron from on. What is frozen or lesioned keeps its weight.
func (c *Circuit) alter(s selection.Selection, change func(k selection.Kind, post, from int, w []float64)) {
	z := selection.SizeOf(c)
	for k, p := range [...]*synapse.Projection{selection.Feedforward: c.feedforward, selection.Lateral: c.lateral} {
		k := selection.Kind(k)
		if !s.Kind().Includes(k) {
			continue
		}
		for post := range z.Outputs {
			if from, end := s.Row(z, k, post); from < end {
				p.Alter(post, from, end, func(w []float64) { change(k, post, from, w) })
			}
		}
	}
}
