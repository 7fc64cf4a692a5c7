package simulator

import (
	"slices"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/synapse"
)

// Graph is the populations and projections of a circuit.
type Graph struct {
	Populations []selection.Population `json:"populations"`
	Output      string                 `json:"output"` // the name of the output population
	Parts       []GraphPart            `json:"parts"`  // what may be recorded, in the order of a record
	Tied        []Tied                 `json:"tied"`   // none where the network is not known
}

// Tied is a projection that is the transpose of another one: its synapses carry signals the other way, too.
type Tied struct {
	Name string `json:"name"`
	Of   string `json:"of"`   // the kind of the other one
	To   string `json:"to"`   // the population
	From string `json:"from"` // likewise
	Sign string `json:"sign"` // see GraphPart
}

// GraphPart is a projection, or the scales or activities of a population.
type GraphPart struct {
	selection.Part
	Recorded bool             `json:"recorded"`
	Variable circuit.Variable `json:"variable"` // what phases that learn write; empty of activities, and where the network is not known

	// How the signals of synapses count: adds, subtracts, or excitatory and inhibitory where weights are meant not
	// to be negative. Empty of others, and where the network is not known.
	Sign string `json:"sign"`

	Divides bool `json:"divides"` // neurons divide by these scales what they receive
}

// NewGraph returns the graph of a circuit, of which some kinds of elements are recorded, as the network of the run has
// it. Scales that the network keeps fixed are no part.
func NewGraph(z selection.Size, of circuit.Graph, recorded func(selection.Kind) bool) *Graph {
	g := &Graph{Populations: z.Graph.Populations, Output: z.Graph.Output, Parts: []GraphPart{}, Tied: []Tied{}}
	for _, p := range z.Parts() {
		part := GraphPart{Part: p, Recorded: recorded(p.Kind)}
		i := slices.IndexFunc(of.Populations, func(q circuit.PopulationSpec) bool { return p.Class == "scales" && q.Name == p.To })
		if i >= 0 {
			scale := of.Populations[i].Scale
			part.Variable, part.Divides = of.LearntScales(of.Populations[i]), !scale.Metaplastic && !scale.Multiplies
		}
		if i < 0 || of.Populations[i].Scale.Learns() {
			g.Parts = append(g.Parts, part)
		}
	}
	for _, p := range of.Projections {
		if i := slices.IndexFunc(g.Parts, func(q GraphPart) bool { return string(q.Kind) == p.Name && q.Class == "synapses" }); i >= 0 {
			g.Parts[i].Sign, g.Parts[i].Variable = p.Sign.String(), of.Weights(p.Name)
		} else if slices.ContainsFunc(g.Parts, func(q GraphPart) bool { return string(q.Kind) == p.Tied && q.To == p.From && q.From == p.To }) {
			g.Tied = append(g.Tied, Tied{p.Name, p.Tied, p.To, p.From, p.Sign.String()})
		}
	}
	return g
}

// Phase is a phase of a schedule.
type Phase struct {
	Name     string             `json:"name"`
	Equation string             `json:"equation"`
	Reads    []circuit.Variable `json:"reads"`
	Writes   []circuit.Variable `json:"writes"`
	NonLocal bool               `json:"nonlocal"`
	Reach    string             `json:"reach"` // the third factors and broadcasts that it reads
	Rules    []string           `json:"rules"` // by which it learns, where these are not part of the equation
}

// PhasesOf returns the phases of the schedule of a network, in the names of its populations and projections.
func PhasesOf(n circuit.Network) []Phase {
	all := []Phase{}
	for _, p := range n.Schedule {
		s := circuit.SignatureIn(p, n.Graph)
		all = append(all, Phase{
			s.Name, s.Equation, slices.Concat([]circuit.Variable{}, s.Reads), slices.Concat([]circuit.Variable{}, s.Writes), s.Local != circuit.Yes, n.Graph.Reach(s), rulesIn(p, n.Graph),
		})
	}
	return all
}

// rulesIn returns the rules by which a circuit learns in a phase, none in a phase whose equation says how.
func rulesIn(p circuit.Phase, g circuit.Graph) []string {
	rules := []string{}
	if p != circuit.Phase(circuit.Plasticity{}) {
		return rules
	}
	for _, p := range g.Projections {
		if p.Rule != nil && p.Tied == "" && p.Wiring != synapse.Unconnected {
			rules = append(rules, g.RuleIn(p.Name))
		}
	}
	for _, p := range g.Populations {
		if p.Scale.Learns() {
			rules = append(rules, g.ScaleRuleIn(p.Name))
		}
		for _, q := range p.Further {
			if q.Change != nil {
				rules = append(rules, g.ChangeIn(p.Name, q))
			}
		}
	}
	return rules
}
