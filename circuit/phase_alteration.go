package circuit

import (
	"fmt"

	"twophase/circuit/selection"
)

// placed is a phase that changes a selection of synapses.
type placed interface {
	Phase
	where() selection.Selection
}

// checkSynaptic returns an error unless a selection is one of synapses; weights stands for
// those of all projections.
func checkSynaptic(what string, s selection.Selection) error {
	if k := s.Kind(); selection.Known(k) && !k.Synaptic() && k != selection.Weights {
		return fmt.Errorf("%s of %v, which are not synapses: choose feedforward, lateral or weights", what, s)
	}
	return nil
}

// alteration returns the signature of a phase that changes selected weights, each by
// itself: noise, quantisation or a sign constraint. The change is not linear in the
// weights. It does not change what axons carry, so the map from x to y stays linear.
func alteration(name, equation string, s selection.Selection) Signature {
	v := []Variable{Variable(s.Kind())}
	if selection.Known(s.Kind()) {
		v = nil
		if s.Kind().Includes(selection.Feedforward) {
			v = append(v, W)
		}
		if s.Kind().Includes(selection.Lateral) {
			v = append(v, Mo)
		}
	}
	return Signature{
		Name:     name,
		Equation: fmt.Sprintf("%s, %v", equation, s),
		Reads:    v,
		Writes:   v,
		Linear:   Yes,
		Local:    Yes,
		Signals:  Signals{Known: true},
	}
}

// alter calls change to rewrite the selected weights w of each row, beginning with presynaptic
// neuron from. Before each row it calls draw, unless that is nil, with the end of the selected
// places in projection p. Frozen and lesioned synapses keep their weights. clips is that of rewrite.
func (c *Circuit) alter(s selection.Selection, clips bool, draw func(p, post, end int), change func(from int, w []float64)) {
	z := c.size
	for number, p := range c.projections {
		k := selection.Kind(p.Name())
		if !z.Includes(s.Kind(), k) {
			continue
		}
		for post := range p.Post().Len() {
			from, end := s.Row(z, k, post)
			if from >= end {
				continue
			}
			if draw != nil {
				draw(number, post, end)
			}
			c.rewrite(p, post, from, end, clips, change)
		}
	}
}
