package selection

import (
	"iter"

	"twophase/neuron"
	"twophase/synapse"
)

// Circuit is what a selection selects from, such as a *circuit.Circuit.
type Circuit interface {
	Inputs() *neuron.Population
	Outputs() *neuron.Population
	Feedforward() *synapse.Projection
	Lateral() *synapse.Projection
}

// SizeOf returns N, K and the lateral wiring of a circuit.
func SizeOf(c Circuit) Size {
	return Size{c.Inputs().Len(), c.Outputs().Len(), c.Lateral().Wiring()}
}

// Projection returns the projection of a kind of synapses.
func (k Kind) Projection(c Circuit) *synapse.Projection {
	if k == Lateral {
		return c.Lateral()
	}
	return c.Feedforward()
}

// Synapses returns the selected synapses, row by row, feedforward first; there are
// none if scales or neurons are selected. It returns a *Missing error if the
// circuit does not have all that is selected.
func (s Selection) Synapses(c Circuit) (iter.Seq[synapse.Synapse], error) {
	z := SizeOf(c)
	err := s.Check(z)
	return func(yield func(synapse.Synapse) bool) {
		for _, k := range []Kind{Feedforward, Lateral} {
			for post := 0; post < z.Outputs && err == nil; post++ {
				from, end := s.Row(z, k, post)
				for pre := from; pre < end; pre++ {
					if p := k.Projection(c); p.Has(post, pre) && !yield(p.Synapse(post, pre)) {
						return
					}
				}
			}
		}
	}, err
}

// Scales returns the output neurons whose scales are selected, in order; there
// are none if only synapses or neurons are. It returns a *Missing error if the
// circuit does not have all that is selected.
func (s Selection) Scales(c Circuit) ([]neuron.Output, error) {
	indices, err := s.neurons(c, Scale)
	var outputs []neuron.Output
	for _, i := range indices {
		outputs = append(outputs, c.Outputs().Output(i))
	}
	return outputs, err
}

// Neurons returns the selected inputs or outputs, in order; there are none if
// synapses or scales are selected. It returns a *Missing error if the circuit does
// not have all that is selected.
func (s Selection) Neurons(c Circuit) ([]neuron.Neuron, error) {
	population := c.Outputs()
	if s.kind == Inputs {
		population = c.Inputs()
	}
	var neurons []neuron.Neuron
	indices, err := s.neurons(c, Outputs, Inputs)
	for _, i := range indices {
		neurons = append(neurons, population.Neuron(i))
	}
	return neurons, err
}

// neurons returns the indices of the neurons whose elements of some kinds are
// selected. No selection has two of these kinds.
func (s Selection) neurons(c Circuit, kinds ...Kind) (indices []int, err error) {
	z := SizeOf(c)
	if err := s.Check(z); err != nil {
		return nil, err
	}
	for _, k := range kinds {
		for i := range z.Neurons(k) {
			if from, end := s.Row(z, k, i); from < end {
				indices = append(indices, i)
			}
		}
	}
	return indices, nil
}
