package graph

import (
	"slices"

	"twophase/circuit"
	"twophase/circuit/selection"
)

// Graph is the populations and projections of a circuit.
type Graph struct {
	Populations []selection.Population `json:"populations"`
	Output      string                 `json:"output"` // the name of the output population
	Parts       []Part                 `json:"parts"`  // what may be recorded, in the order of a record
	Tied        []Tied                 `json:"tied"`   // none where the network is not known
	Pair        bool                   `json:"pair"`   // it has the names of the paper, and is drawn as the paper does
}

// Tied is a projection that is the transpose of another one: its synapses carry signals the other way, too.
type Tied struct {
	Name string `json:"name"`
	Of   string `json:"of"`   // the kind of the other one
	To   string `json:"to"`   // the population
	From string `json:"from"` // likewise
	Sign string `json:"sign"` // see Part
}

// Part is a projection, or the scales or activities of a population.
type Part struct {
	selection.Part
	Recorded bool `json:"recorded"`

	// How the signals of synapses count: adds, subtracts, or excitatory and inhibitory where weights are meant not
	// to be negative. Empty of others, and where the network is not known.
	Sign string `json:"sign"`
}

// New returns the graph of a circuit, of which some kinds of elements are recorded, as the network of the run has
// it. Scales that the network keeps fixed are no part.
func New(z selection.Size, of circuit.Graph, recorded func(selection.Kind) bool) *Graph {
	g := &Graph{Populations: z.Graph.Populations, Output: z.Graph.Output, Parts: []Part{}, Tied: []Tied{}, Pair: z.Graph.HasPaperNames()}
	for _, p := range z.Parts() {
		fixed := func(q circuit.PopulationSpec) bool { return q.Name == p.To && !q.Scale.Learns() }
		if p.Class != "scales" || !slices.ContainsFunc(of.Populations, fixed) {
			g.Parts = append(g.Parts, Part{Part: p, Recorded: recorded(p.Kind)})
		}
	}
	for _, p := range of.Projections {
		if i := slices.IndexFunc(g.Parts, func(q Part) bool { return string(q.Kind) == p.Name && q.Class == "synapses" }); i >= 0 {
			g.Parts[i].Sign = p.Sign.String()
		} else if slices.ContainsFunc(g.Parts, func(q Part) bool { return string(q.Kind) == p.Tied && q.To == p.From && q.From == p.To }) {
			g.Tied = append(g.Tied, Tied{p.Name, p.Tied, p.To, p.From, p.Sign.String()})
		}
	}
	return g
}
