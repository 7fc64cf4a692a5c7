package selection

import (
	"cmp"
	"slices"

	"twophase/internal/text/wording"
	"twophase/synapse"
)

// Size is what a selection must know of a circuit. Make one with SizeOf, NewSize or PairSize.
type Size struct {
	Inputs, Outputs int // N, of all populations of inputs together, and K
	Graph           Graph
}

// NewSize returns the size of a circuit of those populations and projections.
func NewSize(g Graph) Size {
	z := Size{Graph: g}
	for _, p := range g.Populations {
		if p.Input {
			z.Inputs += p.Neurons
		}
		if p.Name == g.Output {
			z.Outputs = p.Neurons
		}
	}
	return z
}

// PairSize returns the size of a circuit of the paper, which has the synapses of that wiring among its outputs.
func PairSize(inputs, outputs int, lateral synapse.Wiring) Size {
	return NewSize(Graph{
		Populations: []Population{
			{Name: "inputs", Neurons: inputs, Input: true},
			{Name: "outputs", Neurons: outputs, Scales: true, Positive: true},
		},
		Projections: []Projection{
			{Name: "feedforward", Post: outputs, Pre: inputs, To: "outputs", From: "inputs"},
			{Name: "lateral", Post: outputs, Pre: outputs, Within: true, To: "outputs", From: "outputs", Wiring: lateral},
		},
		Output: "outputs",
	})
}

// Graph is the populations and projections of a circuit, as selections see them.
type Graph struct {
	Populations []Population `json:"populations"`
	Projections []Projection `json:"projections"` // those with synapses of their own
	Output      string       `json:"output"`      // the name of the output population
}

// Population is a population of a Graph.
type Population struct {
	Name    string `json:"name"`
	Neurons int    `json:"neurons"`
	Input   bool   `json:"input,omitempty"`
	Scales  bool   `json:"scales,omitempty"` // the neurons have scales that learn

	Variables []string `json:"variables,omitempty"` // the names of the variables that the neurons have

	Positive bool `json:"-"` // the scales must stay positive; a trace does not say so
}

// Projection is a projection of a Graph.
type Projection struct {
	Name   string `json:"name"`
	Post   int    `json:"post"` // postsynaptic neurons
	Pre    int    `json:"pre"`
	Within bool   `json:"within,omitempty"` // it joins a population to itself
	To     string `json:"to"`
	From   string `json:"from"`

	Wiring synapse.Wiring `json:"wiring,omitempty"` // within a population; Listed anywhere
}

// HasPaperNames reports whether the populations and projections have the names of the paper's, without variables of
// neurons and listed synapses. Pages then draw the circuit as the paper does.
func (g Graph) HasPaperNames() bool {
	return slices.EqualFunc(g.Populations, []Kind{Inputs, Outputs}, func(p Population, k Kind) bool {
		return p.Name == string(k) && p.Variables == nil
	}) && slices.EqualFunc(g.Projections, []Kind{Feedforward, Lateral}, func(p Projection, k Kind) bool {
		return p.Name == string(k) && p.Wiring != synapse.Listed
	})
}

// Among returns the first projection with synapses from the output population to itself, as Circuit.Among does of a
// circuit; without one the first from any population to itself, or "".
func (g Graph) Among() (among Kind) {
	for _, p := range g.Projections {
		switch {
		case !p.Within || p.Wiring == synapse.Unconnected:
		case p.To == g.Output:
			return Kind(p.Name)
		case among == "":
			among = Kind(p.Name)
		}
	}
	return among
}

// population returns a population by its name, or nil.
func (g *Graph) population(name string) *Population {
	for i := range g.Populations {
		if g.Populations[i].Name == name {
			return &g.Populations[i]
		}
	}
	return nil
}

// projection returns a projection by its name, or nil.
func (g *Graph) projection(name string) *Projection {
	for i := range g.Projections {
		if g.Projections[i].Name == name {
			return &g.Projections[i]
		}
	}
	return nil
}

// Canonical returns the kind under which the elements of k are recorded: the output
// population by its own name, and its scales as scale if that is outputs.
func (z Size) Canonical(k Kind) Kind {
	switch {
	case k == Outputs:
		return Kind(z.Graph.Output)
	case k == Scale && z.Graph.Output != "outputs":
		return Kind(z.Graph.Output + scaleSuffix)
	case k == "outputs"+scaleSuffix:
		return Scale
	case k == Inputs:
		if names := z.inputs(); len(names) == 1 {
			return Kind(names[0])
		}
	}
	return k
}

// inputs returns the names of the populations of inputs.
func (z Size) inputs() (names []string) {
	for _, p := range z.Graph.Populations {
		if p.Input {
			names = append(names, p.Name)
		}
	}
	return names
}

// holder returns the population with the scales or the variable that a kind names, and which of these they are; nil and
// NoClass if there is none.
func (z Size) holder(k Kind) (*Population, Class) {
	name, variable := k.member()
	switch p := z.Graph.population(cmp.Or(name, z.Graph.Output)); {
	case p != nil && variable == scaleName && p.Scales:
		return p, Scales
	case p != nil && slices.Contains(p.Variables, variable):
		return p, Variables
	}
	return nil, NoClass
}

// Class returns what the elements of a kind are in a circuit of that size.
func (z Size) Class(k Kind) Class {
	k = z.Canonical(k)
	switch {
	case k == Weights:
		return Everything
	case z.Graph.projection(string(k)) != nil:
		return Synapses
	case z.Graph.population(string(k)) != nil:
		return Neurons
	}
	_, class := z.holder(k)
	return class
}

// IsInput reports whether the elements of a kind are input neurons.
func (z Size) IsInput(k Kind) bool {
	p := z.Graph.population(string(z.Canonical(k)))
	return p != nil && p.Input
}

// Synaptic reports whether the elements of a kind are synapses.
func (z Size) Synaptic(k Kind) bool { return z.Class(k) == Synapses }

// Includes reports whether the elements of kind m are among those of k.
func (z Size) Includes(k, m Kind) bool {
	if k, m = z.Canonical(k), z.Canonical(m); k == m {
		return true
	}
	class := z.Class(m)
	return k == Weights && (class == Synapses || class == Scales)
}

// Kinds returns the kinds that can be recorded, in the order of a record: projections,
// scales, variables of neurons, and the activities of neurons other than inputs.
func (z Size) Kinds() []Kind {
	var all []Kind
	for _, p := range z.Graph.Projections {
		all = append(all, Kind(p.Name))
	}
	for _, p := range z.Graph.Populations {
		if p.Scales {
			all = append(all, z.Canonical(Kind(p.Name+scaleSuffix)))
		}
	}
	for _, p := range z.Graph.Populations {
		for _, name := range p.Variables {
			all = append(all, Kind(p.Name+"."+name))
		}
	}
	for _, p := range z.Graph.Populations {
		if !p.Input {
			all = append(all, Kind(p.Name))
		}
	}
	return all
}

// all returns all kinds of the circuit.
func (z Size) all() []Kind {
	all := append(z.Kinds(), Weights)
	for _, name := range z.inputs() {
		all = append(all, Kind(name))
	}
	return all
}

// WithoutVariables returns the size of the circuit as if its neurons had no variables.
func (z Size) WithoutVariables() Size {
	z.Graph.Populations = slices.Clone(z.Graph.Populations)
	for i := range z.Graph.Populations {
		z.Graph.Populations[i].Variables = nil
	}
	return z
}

// Examples writes how one element of each kind is selected, for help and errors.
func (z Size) Examples() string {
	if z.Graph.HasPaperNames() {
		return ExampleElements
	}
	var all []string
	for _, p := range z.Parts() {
		indices := "[NEURON]"
		if p.From != "" {
			indices = "[POST,PRE]"
		}
		all = append(all, string(p.Kind)+indices)
	}
	return wording.List(all, "or")
}

// Neurons returns the number of neurons that the first index of a kind counts.
func (z Size) Neurons(k Kind) int {
	g := &z.Graph
	k = z.Canonical(k)
	if p := g.projection(string(k)); p != nil {
		return p.Post
	}
	if p := g.population(string(k)); p != nil {
		return p.Neurons
	}
	if p, _ := z.holder(k); p != nil {
		return p.Neurons
	}
	return 0
}

// Width returns the number of places in a row of elements of a kind: the presynaptic
// neurons, or 1 where the elements are neurons or scales.
func (z Size) Width(k Kind) int {
	if p := z.Graph.projection(string(z.Canonical(k))); p != nil {
		return p.Pre
	}
	return 1
}

// Widest returns the largest Width of any kind.
func (z Size) Widest() int {
	widest := 1
	for _, k := range z.Kinds() {
		widest = max(widest, z.Width(k))
	}
	return widest
}

// Within returns the wiring of a projection from a population to itself, and whether the
// kind is one.
func (z Size) Within(k Kind) (synapse.Wiring, bool) {
	p := z.Graph.projection(string(z.Canonical(k)))
	if p == nil || !p.Within {
		return synapse.AllToAll, false
	}
	return p.Wiring, true
}

// Limits of a circuit, for which traces and archives of weights have room. They are checked before the first step.
const (
	MostKinds   = 256       // projections, populations other than inputs, populations with scales that learn, and variables: a number is a byte
	MostNeurons = 1_000_000 // of all populations together
	LongestName = 100       // letters, digits and _ of the name of a population or a projection
)

// Part is what a kind names of a circuit: a projection, or the scales, a variable or the activities of a population.
type Part struct {
	Kind    Kind   `json:"kind"`
	Class   string `json:"class"` // synapses, scales, variables or activities
	Rows    int    `json:"rows"`
	Columns int    `json:"columns"` // 1 unless it has synapses
	To      string `json:"to"`      // the population
	From    string `json:"from"`    // likewise, of synapses
	Ordered bool   `json:"ordered"` // synapses j → i for j < i alone
}

// classNames are the classes of parts.
var classNames = map[Class]string{Synapses: "synapses", Scales: "scales", Variables: "variables", Neurons: "activities"}

// Parts returns the parts of a circuit that can be recorded, in the order of a record, without projections that have no
// room for a synapse.
func (z Size) Parts() (parts []Part) {
	for _, k := range z.Kinds() {
		p := Part{Kind: k, Class: classNames[z.Class(k)], Rows: z.Neurons(k), Columns: z.Width(k), To: string(k)}
		if q := z.Graph.projection(string(k)); q != nil {
			if q.Wiring == synapse.Unconnected || q.Within && q.Post < 2 && q.Wiring != synapse.WithSelf {
				continue
			}
			p.To, p.From, p.Ordered = q.To, q.From, q.Within && !q.Wiring.Joins(0, 1)
		} else if of, _ := z.holder(k); of != nil {
			p.To = of.Name
		}
		parts = append(parts, p)
	}
	return parts
}
