package runs

import (
	"fmt"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/circuit/selection"
)

// Graph is the populations and projections of a circuit that has others than the paper's.
type Graph struct {
	Populations []selection.Population `json:"populations"`
	Output      string                 `json:"output"` // the name of the output population
	Parts       []Part                 `json:"parts"`  // what may be recorded, in the order of a record
	Tied        []Tied                 `json:"tied"`   // none where the network is not known
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
	Kind     string `json:"kind"`  // as elements are named by
	Class    string `json:"class"` // synapses, scales or activities
	Rows     int    `json:"rows"`
	Columns  int    `json:"columns"` // 1 unless it has synapses
	To       string `json:"to"`      // the population
	From     string `json:"from"`    // likewise, of synapses
	Ordered  bool   `json:"ordered"` // j → i for j < i alone
	Recorded bool   `json:"recorded"`

	// How the signals of synapses count: adds, subtracts, or excitatory and inhibitory where weights are meant not
	// to be negative. Empty of others, and where the network is not known.
	Sign string `json:"sign"`
}

// addGraph gives a run the graph of a circuit without the paper's names, of which some kinds of elements are recorded, as
// the network of the run has it.
func (r *Run) addGraph(z selection.Size, of circuit.Graph, recorded func(selection.Kind) bool) {
	if z.Graph.HasPaperNames() {
		return
	}
	r.Projections, r.Graph = []Projection{}, newGraph(z, recorded)
	r.Graph.addSigns(of)
}

// newGraph returns the graph of a circuit, of which some kinds of elements are recorded.
func newGraph(z selection.Size, recorded func(selection.Kind) bool) *Graph {
	g := &Graph{Populations: z.Graph.Populations, Output: z.Graph.Output, Tied: []Tied{}}
	for _, k := range z.Kinds() {
		p := Part{Kind: k.String(), Class: "activities", Rows: z.Neurons(k), Columns: z.Width(k), To: k.String(), Recorded: recorded(k)}
		i := slices.IndexFunc(z.Graph.Projections, func(q selection.Projection) bool { return q.Name == p.Kind })
		switch {
		case i >= 0:
			q := z.Graph.Projections[i]
			p.Class, p.To, p.From = "synapses", q.To, q.From
			p.Ordered = q.Within && !q.Wiring.Joins(0, 1)
		case z.Class(k) == selection.Scales:
			p.Class, p.To = "scales", strings.TrimSuffix(p.Kind, ".scale")
			if k == selection.Scale {
				p.To = z.Graph.Output
			}
		}
		g.Parts = append(g.Parts, p)
	}
	return g
}

// addSigns fills in how the signals of projections count, and which are tied, as the network of the run says.
func (g *Graph) addSigns(of circuit.Graph) {
	for _, p := range of.Projections {
		if i := slices.IndexFunc(g.Parts, func(q Part) bool { return q.Kind == p.Name && q.Class == "synapses" }); i >= 0 {
			g.Parts[i].Sign = p.Sign.String()
		} else if slices.ContainsFunc(g.Parts, func(q Part) bool { return q.Kind == p.Tied && q.To == p.From && q.From == p.To }) {
			g.Tied = append(g.Tied, Tied{p.Name, p.Tied, p.To, p.From, p.Sign.String()})
		}
	}
}

// weightsOf returns how many weights of synapses a circuit has, at most.
func weightsOf(z selection.Size) (n int) {
	for _, p := range z.Graph.Projections {
		n += p.Post * p.Pre
	}
	return n
}

// elements returns the names of the recorded elements, or of the first of them: those of small parts first.
func (g *Graph) elements(most int) (names []string) {
	parts := slices.Clone(g.Parts)
	slices.SortStableFunc(parts, func(a, b Part) int { return a.Rows*a.Columns - b.Rows*b.Columns })
	for _, p := range parts {
		for at := 0; p.Recorded && at < p.Rows*p.Columns && len(names) < most; at++ {
			if p.Class == "synapses" {
				names = append(names, fmt.Sprintf("%s[%d,%d]", p.Kind, at/p.Columns, at%p.Columns))
			} else {
				names = append(names, fmt.Sprintf("%s[%d]", p.Kind, at))
			}
		}
	}
	return names
}
