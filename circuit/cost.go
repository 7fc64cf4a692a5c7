package circuit

import (
	"math"
	"slices"
)

// Cost is the number of signals that the synapses of a network carry for one stimulus.
type Cost struct {
	Signals
	graph Graph
}

// Cost returns the cost of one stimulus, by the signatures of the phases. Known is false if
// it is for any phase. Unlearning is assumed to settle in as many sweeps as y does.
func (n Network) Cost() Cost {
	total := Signals{Known: true}
	all := n.Graph.signatures(n.Schedule)
	for i, phase := range n.Schedule {
		total = total.plus(all[i].Signals)
		for _, s := range all { // unlearning runs the phases that compute y too
			if unlearns(phase) && slices.Contains(s.Writes, Y) {
				total = total.plus(s.Signals)
			}
		}
	}
	return Cost{total, n.Graph}
}

// Operations returns the number of signals that the synapses of a circuit carry for a
// stimulus that takes the given number of sweeps. Synapses that are drawn at random count by
// their probability. It is NaN if the cost of the network is not known, or if its populations
// cannot have their sizes.
func (s Spec) Operations(sweeps float64) float64 {
	c := s.Network.Cost()
	if !c.Known {
		return math.NaN()
	}
	return c.graph.operations(s, c.Through, sweeps)
}

// String returns the cost as a formula, such as NK + K(K−1)/2, or not known.
func (c Cost) String() string {
	if !c.Known {
		return NotKnown.String()
	}
	return c.graph.costText(c.Through)
}

// Cells returns the number of elements of the matrices of a circuit: those of
// its projections, and the equations of the populations that settle together. It returns an
// error if the populations cannot have their sizes.
func (s Spec) Cells() (cells float64, err error) {
	g := s.Network.Graph
	sizes, err := g.sizes(s)
	if err != nil {
		return 0, err
	}
	size := map[string]float64{}
	for i, p := range g.Populations {
		size[p.Name] = float64(sizes[i])
	}
	for _, p := range g.Projections {
		if p.Tied == "" {
			cells += float64(size[p.From] * size[p.To])
		}
	}
	for _, phase := range s.Network.Schedule {
		if e, ok := phase.(Equilibrate); ok {
			n := 0.0
			for _, name := range e.Populations.List() {
				n += size[name]
			}
			cells += float64(n * n)
		}
	}
	return cells, nil
}
