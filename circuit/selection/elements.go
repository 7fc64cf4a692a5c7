package selection

import (
	"slices"

	"twophase/neuron"
	"twophase/synapse"
)

// Elements are parts of a circuit, in the order of its projections or populations, and row
// by row.
type Elements struct {
	Synapses  []synapse.Synapse
	Variables []neuron.Variable // scales, and variables of neurons
	Neurons   []neuron.Neuron
}

// Elements returns what is chosen in a circuit at a moment. It returns a *Missing error if the
// circuit does not have all that the selections name. Unless the choice is a single selection,
// lesioned synapses are no candidates.
//
// A draw is the beginning of a random order of the candidates. So fraction 0.1 is part of
// fraction 0.3, and circuits with the same candidates draw the same ones. Its random stream
// is that of the seed, the trial, the step and the text of the candidates.
func (c Choice) Elements(of Circuit, at Moment) (e Elements, err error) {
	if s, plain := c.plain(); plain {
		synapses, err := s.Synapses(of)
		if err != nil {
			return e, err
		}
		e.Synapses = slices.Collect(synapses)
		if e.Variables, err = s.Variables(of); err != nil {
			return e, err
		}
		e.Neurons, err = s.Neurons(of)
		return e, err
	}
	z := SizeOf(of)
	if err := c.Check(z); err != nil {
		return e, err
	}
	e = c.found(of, z)
	return c.taken(e, at), nil
}

// found returns the candidates.
func (c Choice) found(of Circuit, z Size) (e Elements) {
	marks := make([]bool, z.Widest())
	holds := func(w float64) bool {
		return !slices.ContainsFunc(c.Where, func(b Bound) bool { return !b.Holds(w) })
	}
	for _, p := range of.Projections() {
		for post := range p.Post().Len() {
			from, end := c.row(marks, z, Kind(p.Name()), post)
			for pre := from; pre < end; pre++ {
				if !marks[pre] || !p.Has(post, pre) {
					continue
				}
				if s := p.Synapse(post, pre); !s.Gone() && holds(s.Weight()) {
					e.Synapses = append(e.Synapses, s)
				}
			}
		}
	}
	for _, k := range z.all() {
		class := z.Class(k)
		for i := range z.Neurons(k) {
			if class == Synapses || class == Everything || !c.names(marks, z, k, i) {
				continue
			}
			if p := k.Population(of); class == Neurons {
				e.Neurons = append(e.Neurons, p.Neuron(i))
			} else if v := k.variable(p, i); holds(v.Value()) {
				e.Variables = append(e.Variables, v)
			}
		}
	}
	return e
}

// names reports whether the selections name a neuron or a scale.
func (c Choice) names(marks []bool, z Size, k Kind, i int) bool {
	from, end := c.row(marks, z, k, i)
	return from < end && marks[from]
}
