package selection

import (
	"iter"
	"slices"

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

// SizeOf returns the size of a circuit. One with the names of the paper has scales that can be recorded, also where
// these are fixed, and a projection lateral, also where that has no synapses.
func SizeOf(c Circuit) Size {
	g := Graph{Output: c.Outputs().Name()}
	for _, p := range c.Populations() {
		input := p.Scales() == nil
		learn := !input && !p.ScaleRule().IsFixed()
		g.Populations = append(g.Populations, Population{
			Name: p.Name(), Neurons: p.Len(), Input: input, Scales: learn, Variables: p.Variables(), Positive: learn && !p.ScaleRule().Multiplies,
		})
	}
	for _, p := range c.Projections() {
		g.Projections = append(g.Projections, Projection{
			Name: p.Name(), Post: p.Post().Len(), Pre: p.Pre().Len(), Within: p.Pre() == p.Post(),
			To: p.Post().Name(), From: p.Pre().Name(), Wiring: p.Wiring(),
		})
	}
	paper := g
	if len(g.Projections) == 1 {
		paper.Projections = append(paper.Projections, Projection{Name: "lateral", Wiring: synapse.Unconnected})
	}
	if !paper.HasPaperNames() {
		return NewSize(g)
	}
	return PairSize(c.Inputs().Len(), c.Outputs().Len(), paper.Projections[1].Wiring)
}

// Projection returns the projection of a kind of synapses, or nil.
func (k Kind) Projection(c Circuit) *synapse.Projection {
	all := c.Projections()
	if i := slices.IndexFunc(all, func(p *synapse.Projection) bool { return p.Name() == string(k) }); i >= 0 {
		return all[i]
	}
	return nil
}

// Population returns the population of a kind of neurons, scales or a variable, or nil.
func (k Kind) Population(c Circuit) *neuron.Population {
	name, _ := k.member()
	if name == "" {
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

// Values returns the present values of a kind, which is one of scales, a variable or neurons of a circuit [neurons], as
// the circuit's own memory. Those of neurons are their activities.
func (k Kind) Values(c Circuit) []float64 {
	p := k.Population(c)
	switch _, variable := k.member(); variable {
	case "":
		return p.Signals(neuron.Final)
	case scaleName:
		return p.Scales()
	default:
		return p.Variable(variable)
	}
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

// Variables returns the selected scales and variables of neurons, in order. A selection of synapses or
// neurons has none. It returns a *Missing error if the circuit does not have all that is
// selected.
func (s Selection) Variables(c Circuit) (all []neuron.Variable, err error) {
	err = s.each(c, func(k Kind, class Class, p *neuron.Population, i int) {
		if class == Scales || class == Variables {
			all = append(all, k.variable(p, i))
		}
	})
	return all, err
}

// variable returns a handle of the scale or variable of neuron i that a kind names.
func (k Kind) variable(p *neuron.Population, i int) neuron.Variable {
	if _, name := k.member(); name != scaleName {
		return p.Neuron(i).Own(name)
	}
	return p.Output(i).OwnScale()
}

// Neurons returns the selected neurons, in order. A selection of synapses or scales has
// none. It returns a *Missing error if the circuit does not have all that is selected.
func (s Selection) Neurons(c Circuit) ([]neuron.Neuron, error) {
	var neurons []neuron.Neuron
	err := s.each(c, func(_ Kind, class Class, p *neuron.Population, i int) {
		if class == Neurons {
			neurons = append(neurons, p.Neuron(i))
		}
	})
	return neurons, err
}

// each calls f with every selected element that belongs to a neuron.
func (s Selection) each(c Circuit, f func(k Kind, class Class, p *neuron.Population, i int)) error {
	z := SizeOf(c)
	if err := s.Check(z); err != nil {
		return err
	}
	for _, k := range z.all() {
		class := z.Class(k)
		if class == Synapses || class == Everything {
			continue
		}
		for i := range z.Neurons(k) {
			if from, end := s.Row(z, k, i); from < end {
				f(k, class, k.Population(c), i)
			}
		}
	}
	return nil
}
