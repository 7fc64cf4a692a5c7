package catalogue

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"twophase/circuit"
	"twophase/internal/number"
	"twophase/synapse"
)

// Entry describes a network before it is built.
type Entry struct {
	Name      string `json:"name"`
	Summary   string `json:"summary"`
	Reference string `json:"reference"`
	Notes     string `json:"notes,omitempty"` // what its sources leave open
	Finds     string `json:"finds"`           // circuit.Findings in words, such as components or white outputs
	Whitens   bool   `json:"whitens"`         // the outputs' covariance goes to Λ²
	Local     bool   `json:"local"`           // no phase uses what a neuron or a synapse cannot know
	Recurrent bool   `json:"recurrent"`       // activity settles, or is solved for
	Exact     bool   `json:"exact"`           // activity is solved for
	Cost      string `json:"operations"`      // signals of synapses for one stimulus

	Phases      []PhaseEntry `json:"phases"`
	Feedforward string       `json:"feedforward"` // rules; empty where there is none
	Lateral     string       `json:"lateral"`
	Scale       string       `json:"scale"`
	Wiring      string       `json:"wiring"` // all-to-all, ordered, unconnected or listed, of the lateral synapses

	// Of a network with a graph, in the place of the four above.
	Populations []string          `json:"populations,omitempty"`
	Projections []ProjectionEntry `json:"projections,omitempty"`

	Gains       string        `json:"gains"`        // distinct, free or none
	MostOutputs int           `json:"most_outputs"` // 0: as many as inputs
	Tau         number.Number `json:"tau"`
	InitialM    number.Number `json:"initial_m"`
	Rate        string        `json:"rate"`     // empty: that of the paper's problem
	OwnRate     bool          `json:"own_rate"` // neurons set their rate by themselves, so that α = τ = 1
}

// PhaseEntry is a phase of a network.
type PhaseEntry struct {
	Name     string `json:"name"`
	Equation string `json:"equation"`
	Local    bool   `json:"local"`
}

// ProjectionEntry is a projection of a network with a graph.
type ProjectionEntry struct {
	Name string `json:"name"`
	From string `json:"from"`
	To   string `json:"to"`
	Sign string `json:"sign"`
	Rule string `json:"rule"` // its equation; fixed, or the projection that it is the transpose of
}

// ofGraph fills in what a network with a graph has.
func (e *Entry) ofGraph(n circuit.Network) {
	g := n.Shape()
	for _, p := range g.Populations {
		text := p.Name + ", " + p.Activation.String()
		if p.Input {
			text = p.Name + ", inputs"
		}
		if p.Scale.Drive != nil && !p.Scale.IsFixed() {
			text += ", " + g.ScaleRuleIn(p.Name)
		}
		e.Populations = append(e.Populations, text)
	}
	for _, p := range g.Projections {
		e.Projections = append(e.Projections, ProjectionEntry{p.Name, p.From, p.To, p.Sign.String(), g.RuleIn(p.Name)})
	}
	for _, p := range n.Schedule {
		s := circuit.SignatureIn(p, g)
		e.Phases = append(e.Phases, PhaseEntry{s.Name, s.Equation, s.Local == circuit.Yes})
	}
}

// List returns all networks, those of the paper first.
func List() []Entry {
	var list []Entry
	for _, n := range circuit.Networks() {
		e := Entry{
			Name: n.Name, Summary: n.Summary, Reference: n.Reference, Notes: n.Notes,
			Finds: n.Finds.String(), Whitens: n.Whitens, Local: n.IsLocal(), Recurrent: n.IsRecurrent(), Exact: n.SolvesExactly(),
			Cost:  n.Cost().String(),
			Gains: n.Gains.String(), MostOutputs: n.MostOutputs, Tau: number.Number(n.Tau), InitialM: number.Number(n.InitialScale), Rate: n.Rate.String(), OwnRate: n.SetsOwnRate(),
		}
		if n.Graph != nil {
			e.ofGraph(n)
			list = append(list, e)
			continue
		}
		e.Feedforward, e.Wiring = n.Feedforward.Formula(), n.Wiring.String()
		if n.Wiring != synapse.Unconnected {
			e.Lateral = n.Lateral.Formula()
		}
		if !n.Scale.IsFixed() {
			e.Scale = n.Scale.Equation
		}
		for _, p := range n.Schedule {
			s := p.Signature()
			e.Phases = append(e.Phases, PhaseEntry{s.Name, s.Equation, s.Local == circuit.Yes})
		}
		list = append(list, e)
	}
	return list
}

// Write writes the networks as a table, for people.
func Write(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "network\tlocal\trecurrent\tfinds\tsignals per stimulus\twhat it is")
	for _, n := range List() {
		recurrent := yes(n.Recurrent)
		if n.Exact {
			recurrent = "solved"
		}
		finds := n.Finds
		if n.Whitens && n.Finds != circuit.WhiteOutputs.String() {
			finds += ", white"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", n.Name, yes(n.Local), recurrent, finds, n.Cost, n.Summary)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "\n%s\n\n", strings.ReplaceAll(notCircuits, "`", "")); err != nil {
		return err
	}
	writeAlgorithms(table)
	return table.Flush()
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
