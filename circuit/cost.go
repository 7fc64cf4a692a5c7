package circuit

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"twophase/synapse"
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
	for _, name := range n.Graph.unsent(n.Schedule) {
		total.Through = append(total.Through, Carried{Projection: name})
	}
	return Cost{total, n.Graph}
}

// Operations returns the number of signals that the synapses of a circuit carry for a
// stimulus that takes the given number of sweeps. Synapses that are drawn at random count by
// their probability. It is NaN if the cost of the network is not known, or if its populations
// cannot have their sizes.
func (s Spec) Operations(sweeps float64) float64 {
	c := s.Network.Cost()
	sizes, err := c.graph.sizes(s)
	if !c.Known || err != nil {
		return math.NaN()
	}
	total := 0.0
	for _, carried := range c.Through {
		n := c.graph.synapses(c.graph.projection(carried.Projection), sizes)
		if carried.PerSweep {
			n *= sweeps
		}
		total += n
	}
	return total
}

// String returns the cost as a formula, such as NK + K(K−1)/2, or not known. |P| is the number of neurons of
// population P.
func (c Cost) String() string {
	if !c.Known {
		return NotKnown.String()
	}
	var terms []string
	sent := map[string]int{}
	for _, carried := range c.Through {
		term := c.graph.synapsesText(c.graph.projection(carried.Projection))
		if term == "" {
			continue
		}
		if carried.PerSweep {
			term += " a sweep"
		}
		if carried.Back {
			term += " back"
		}
		if sent[term]++; sent[term] == 1 {
			terms = append(terms, term)
		}
	}
	for i, term := range terms {
		switch n := sent[term]; {
		case n > 1 && term[0] >= '0' && term[0] <= '9':
			terms[i] = strconv.Itoa(n) + "·" + term
		case n > 1:
			terms[i] = strconv.Itoa(n) + term
		}
	}
	// What is sent once comes before what is sent in every sweep.
	slices.SortStableFunc(terms, func(a, b string) int {
		return strings.Count(a, " a sweep") - strings.Count(b, " a sweep")
	})
	return strings.Join(terms, " + ")
}

// synapses returns how many synapses a projection has, or is expected to have if they are
// drawn, between populations of some sizes.
func (g Graph) synapses(p *ProjectionSpec, sizes map[string]int) float64 {
	p = g.own(p)
	from, to := sizes[p.From], sizes[p.To]
	all := float64(from * to)
	if p.From == p.To {
		all = float64(p.Wiring.Len(to))
	}
	switch {
	case p.OneToOne:
		return float64(to)
	case p.Pairs != nil:
		return float64(len(p.Pairs))
	case p.Probability != 0:
		return p.Probability * all
	}
	return all
}

// synapsesText is synapses as a formula, "" for none.
func (g Graph) synapsesText(p *ProjectionSpec) string {
	p = g.own(p)
	from, to := g.sizeText(p.From), g.sizeText(p.To)
	all := from + to
	switch {
	case p.From != p.To && from == to:
		all = to + "²"
	case p.From == p.To && p.Wiring == synapse.Unconnected:
		return ""
	case p.From == p.To:
		all = fmt.Sprintf("%s(%s−1)", to, to)
		if p.Wiring == synapse.Ordered {
			all += "/2"
		}
	}
	switch {
	case p.OneToOne:
		return to
	case p.Pairs != nil:
		return strconv.Itoa(len(p.Pairs))
	case p.Probability != 0:
		return fmt.Sprintf("%v·%s", p.Probability, all)
	}
	return all
}

// sizeText returns the number of neurons of a population: N, K, or |NAME|.
func (g Graph) sizeText(name string) string {
	switch p := g.population(name); {
	case p.Input && len(g.inputNames()) == 1 || p.Size == "N":
		return "N"
	case !p.Input && (p.Size == "" || p.Size == "K"):
		return "K"
	}
	return "|" + name + "|"
}
