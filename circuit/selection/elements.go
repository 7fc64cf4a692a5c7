package selection

import (
	"cmp"
	"math"
	"slices"

	"twophase/internal/random"
	"twophase/neuron"
	"twophase/synapse"
)

// Elements are parts of a circuit, in the order of its projections or populations, and row
// by row.
type Elements struct {
	Synapses []synapse.Synapse
	Scales   []neuron.Output // the neurons whose scales they are
	Neurons  []neuron.Neuron
}

// Moment keys the random numbers of a draw, together with the text of the choice.
type Moment struct {
	Seed, Trial uint64
	Step        int
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
		if e.Scales, err = s.Scales(of); err != nil {
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
				if s := p.Synapse(post, pre); !s.Lesioned() && holds(s.Weight()) {
					e.Synapses = append(e.Synapses, s)
				}
			}
		}
	}
	for _, k := range z.all() {
		class := z.Class(k)
		for i := range z.Neurons(k) {
			if class != Scales && class != Neurons || !c.names(marks, z, k, i) {
				continue
			}
			if p := k.Population(of); class == Neurons {
				e.Neurons = append(e.Neurons, p.Neuron(i))
			} else if o := p.Output(i); holds(o.Scale()) {
				e.Scales = append(e.Scales, o)
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

// taken returns those candidates that are taken.
func (c Choice) taken(e Elements, at Moment) Elements {
	all := len(e.Synapses) + len(e.Scales) + len(e.Neurons)
	n := all
	switch c.Take {
	case Everyone:
		return e
	case Fraction:
		n = int(math.Round(c.Number * float64(all)))
	default:
		n = min(all, int(c.Number))
	}
	keep := make([]bool, all)
	for _, i := range c.order(e, all, at)[:n] {
		keep[i] = true
	}
	i := 0
	left := func() bool { i++; return !keep[i-1] }
	e.Synapses = slices.DeleteFunc(e.Synapses, func(synapse.Synapse) bool { return left() })
	e.Scales = slices.DeleteFunc(e.Scales, func(neuron.Output) bool { return left() })
	e.Neurons = slices.DeleteFunc(e.Neurons, func(neuron.Neuron) bool { return left() })
	return e
}

// order returns the numbers of the candidates in the order in which they are taken.
func (c Choice) order(e Elements, n int, at Moment) []int {
	if c.drawn() {
		trial, purpose := at.Trial, "choice of "
		if c.Alike {
			trial, purpose = 0, "choice in all trials of "
		}
		return random.New(at.Seed, trial, purpose+c.candidates()).Permutation(n, uint64(at.Step))
	}
	sizes, order := make([]float64, 0, n), make([]int, n)
	for _, s := range e.Synapses {
		sizes = append(sizes, math.Abs(s.Weight()))
	}
	for _, o := range e.Scales {
		sizes = append(sizes, math.Abs(o.Scale()))
	}
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		if c.Take == Top {
			i, j = j, i
		}
		return cmp.Compare(sizes[i], sizes[j])
	})
	return order
}
