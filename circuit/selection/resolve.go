package selection

import (
	"iter"
	"slices"
	"strings"

	"twophase/neuron"
	"twophase/synapse"
)

// Circuit is what a selection selects from, such as a *circuit.Circuit.
type Circuit interface {
	Inputs() *neuron.Population
	Outputs() *neuron.Population
	Populations() []*neuron.Population
	Projections() []*synapse.Projection
}

// SizeOf returns the size of a circuit. It has no Graph for the two populations of the
// paper, unless their synapses are listed.
func SizeOf(c Circuit) Size {
	z := Size{Inputs: c.Inputs().Len(), Outputs: c.Outputs().Len()}
	populations, projections := c.Populations(), c.Projections()
	listed := slices.ContainsFunc(projections, func(p *synapse.Projection) bool { return p.Wiring() == synapse.Listed })
	if len(populations) == 2 && populations[0].Name() == Inputs.String() && populations[1].Name() == Outputs.String() && len(projections) > 0 && projections[0].Name() == Feedforward.String() && (len(projections) == 1 || len(projections) == 2 && projections[1].Name() == Lateral.String()) && !listed {
		if z.Lateral = synapse.Unconnected; len(projections) == 2 {
			z.Lateral = projections[1].Wiring()
		}
		return z
	}
	z.Graph, z.Inputs = &Graph{Output: c.Outputs().Name()}, 0
	for _, p := range populations {
		input := p.Scales() == nil
		if input {
			z.Inputs += p.Len()
		}
		z.Graph.Populations = append(z.Graph.Populations, Population{
			Name: p.Name(), Neurons: p.Len(), Input: input, Scales: !input && !p.ScaleRule().IsFixed(),
		})
	}
	for _, p := range projections {
		z.Graph.Projections = append(z.Graph.Projections, Projection{
			Name: p.Name(), Post: p.Post().Len(), Pre: p.Pre().Len(), Within: p.Pre() == p.Post(),
			To: p.Post().Name(), From: p.Pre().Name(), Wiring: p.Wiring(),
		})
	}
	return z
}

// Projection returns the projection of a kind of synapses, or nil.
func (k Kind) Projection(c Circuit) *synapse.Projection {
	all := c.Projections()
	if i := slices.IndexFunc(all, func(p *synapse.Projection) bool { return p.Name() == string(k) }); i >= 0 {
		return all[i]
	}
	return nil
}

// Population returns the population of a kind of neurons or scales, or nil.
func (k Kind) Population(c Circuit) *neuron.Population {
	name, _ := strings.CutSuffix(string(k), scaleSuffix)
	if k == Outputs || k == Scale {
		return c.Outputs()
	}
	all := c.Populations()
	if i := slices.IndexFunc(all, func(p *neuron.Population) bool { return p.Name() == name }); i >= 0 {
		return all[i]
	}
	if k == Inputs {
		return c.Inputs()
	}
	return nil
}

// Synapses returns the selected synapses, row by row, projection by projection. A selection
// of scales or neurons has none. It returns a *Missing error if the circuit does not have
// all that is selected.
func (s Selection) Synapses(c Circuit) (iter.Seq[synapse.Synapse], error) {
	z := SizeOf(c)
	err := s.Check(z)
	return func(yield func(synapse.Synapse) bool) {
		for _, p := range c.Projections() {
			k := Kind(p.Name())
			for post := 0; post < p.Post().Len() && err == nil; post++ {
				from, end := s.Row(z, k, post)
				for pre := from; pre < end; pre++ {
					if p.Has(post, pre) && !yield(p.Synapse(post, pre)) {
						return
					}
				}
			}
		}
	}, err
}

// Scales returns the neurons whose scales are selected, in order. A selection of synapses or
// neurons has none. It returns a *Missing error if the circuit does not have all that is
// selected.
func (s Selection) Scales(c Circuit) ([]neuron.Output, error) {
	var outputs []neuron.Output
	err := s.each(c, Scales, func(p *neuron.Population, i int) { outputs = append(outputs, p.Output(i)) })
	return outputs, err
}

// Neurons returns the selected neurons, in order. A selection of synapses or scales has
// none. It returns a *Missing error if the circuit does not have all that is selected.
func (s Selection) Neurons(c Circuit) ([]neuron.Neuron, error) {
	var neurons []neuron.Neuron
	err := s.each(c, Neurons, func(p *neuron.Population, i int) { neurons = append(neurons, p.Neuron(i)) })
	return neurons, err
}

// each calls f with every neuron whose element of a class is selected.
func (s Selection) each(c Circuit, class Class, f func(p *neuron.Population, i int)) error {
	z := SizeOf(c)
	if err := s.Check(z); err != nil {
		return err
	}
	for _, k := range z.all() {
		if z.Class(k) != class {
			continue
		}
		for i := range z.Neurons(k) {
			if from, end := s.Row(z, k, i); from < end {
				f(k.Population(c), i)
			}
		}
	}
	return nil
}
