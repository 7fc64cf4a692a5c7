package circuit

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"twophase/synapse"
)

// Cost is the number of signals that the synapses of a network carry for one stimulus.
type Cost struct {
	Signals
	Wiring synapse.Wiring
	graph  *Graph // nil: the two populations of the paper
}

// Cost returns the cost of one stimulus, by the signatures of the phases. Known is false if
// it is for any phase. Unlearning is assumed to settle in as many sweeps as y does.
func (n Network) Cost() Cost {
	total := Signals{Known: true}
	for _, phase := range n.Schedule {
		total = total.plus(n.signature(phase).Signals)
		if !unlearns(phase) {
			continue
		}
		for _, again := range n.Schedule { // these phases compute y' too
			if s := signatureOf(again); slices.Contains(s.Writes, Y) {
				total = total.plus(s.Signals)
			}
		}
	}
	if n.Graph != nil {
		total.Through = slices.Concat(total.byProjection(), total.Through)
	}
	return Cost{total, n.Wiring, n.Graph}
}

// signature returns the signature of a phase in the network.
func (n Network) signature(phase Phase) Signature {
	if n.Graph != nil {
		return n.Graph.signature(phase)
	}
	return signatureOf(phase)
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
	if c.graph != nil {
		return c.graph.operations(s, c.Through, sweeps)
	}
	k := len(s.Gains)
	lateral := float64(c.Lateral) + float64(float64(c.PerSweep)*sweeps)
	return float64((c.Feedforward+c.Back)*s.Inputs*k) + float64(lateral*float64(c.Wiring.Len(k)))
}

// String returns the cost as a formula, such as NK + K(K−1)/2, or not known.
func (c Cost) String() string {
	if !c.Known {
		return NotKnown.String()
	}
	if c.graph != nil {
		return c.graph.costText(c.Through)
	}
	lateral := map[synapse.Wiring]string{synapse.AllToAll: "K(K−1)", synapse.Ordered: "K(K−1)/2"}[c.Wiring]
	terms := []string{times(c.Feedforward) + "NK"}
	if c.Back > 0 {
		terms = append(terms, times(c.Back)+"NK back")
	}
	if c.Lateral > 0 && lateral != "" {
		terms = append(terms, times(c.Lateral)+lateral)
	}
	if c.PerSweep > 0 && lateral != "" {
		terms = append(terms, times(c.PerSweep)+lateral+" a sweep")
	}
	return strings.Join(terms, " + ")
}

// times returns a factor as a formula writes it.
func times(n int) string {
	if n == 1 {
		return ""
	}
	return strconv.Itoa(n)
}

// Cells returns the number of elements of the matrices of a circuit with a graph: those of
// its projections, and the equations of the populations that settle together. It returns an
// error if the populations cannot have their sizes.
func (s Spec) Cells() (cells float64, err error) {
	g := s.Network.Shape()
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
