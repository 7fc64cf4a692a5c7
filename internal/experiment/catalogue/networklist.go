package catalogue

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/internal/measure/onlinepca"
	"twophase/internal/text/wording"
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

	Phases      []PhaseEntry      `json:"phases"`
	Populations []PopulationEntry `json:"populations"`
	Projections []ProjectionEntry `json:"projections"` // those with synapses

	Gains       string         `json:"gains"`        // distinct, free or none
	MostOutputs int            `json:"most_outputs"` // 0: as many as inputs
	Tau         wording.Number `json:"tau"`
	UsesTau     bool           `json:"uses_tau"` // something learns at α/τ
	InitialM    wording.Number `json:"initial_m"`
	Rate        string         `json:"rate"`     // empty: that of the paper's problem
	OwnRate     bool           `json:"own_rate"` // neurons set their rate by themselves, so that α = τ = 1
}

// PhaseEntry is a phase of a network.
type PhaseEntry struct {
	Name     string `json:"name"`
	Equation string `json:"equation"`
	Local    bool   `json:"local"`
}

// PopulationEntry is a population of a network.
type PopulationEntry struct {
	Name       string `json:"name"`
	Input      bool   `json:"input"`      // it carries the stimulus
	Activation string `json:"activation"` // linear or rectified
	Scale      string `json:"scale"`      // the rule of its scales; empty if they are fixed
}

// ProjectionEntry is a projection of a network.
type ProjectionEntry struct {
	Name   string `json:"name"`
	From   string `json:"from"`
	To     string `json:"to"`
	Wiring string `json:"wiring"` // within a population: all-to-all or ordered
	Sign   string `json:"sign"`
	Rule   string `json:"rule"` // its equation; fixed, or the projection that it is the transpose of
}

// ends names the populations that the projection connects.
func (p ProjectionEntry) ends() string {
	if p.Wiring == synapse.Ordered.String() {
		return "earlier → later " + p.To
	}
	return p.From + " → " + p.To
}

// ofGraph fills in the populations, the projections and the phases of a network.
func (e *Entry) ofGraph(n circuit.Network) {
	g := n.Graph
	for _, p := range g.Populations {
		of := PopulationEntry{Name: p.Name, Input: p.Input, Activation: p.Activation.String()}
		if p.Scale.Learns() {
			of.Scale = g.ScaleRuleIn(p.Name)
		}
		e.Populations = append(e.Populations, of)
	}
	for _, p := range g.Projections {
		if p.Wiring == synapse.Unconnected {
			continue
		}
		of := ProjectionEntry{Name: p.Name, From: p.From, To: p.To, Sign: p.Sign.String(), Rule: g.RuleIn(p.Name)}
		if p.From == p.To {
			of.Wiring = p.Wiring.String()
		}
		e.Projections = append(e.Projections, of)
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
			Gains: n.Gains.String(), MostOutputs: n.MostOutputs, Tau: wording.Number(n.Tau), UsesTau: usesTau(n), InitialM: wording.Number(n.InitialScale), Rate: n.Rate.String(), OwnRate: n.SetsOwnRate(),
		}
		e.ofGraph(n)
		list = append(list, e)
	}
	return list
}

// Write writes the networks as a table, for people.
func Write(w io.Writer) error {
	table := wording.Columns(w)
	fmt.Fprintln(table, "network\tlocal\trecurrent\tfinds\tsignals per stimulus\twhat it is")
	for _, n := range List() {
		recurrent := yes(n.Recurrent)
		if n.Exact {
			recurrent = "solved"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", n.Name, yes(n.Local), recurrent, n.finds("white"), n.Cost, n.Summary)
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

// usesTau reports whether some synapses or scales learn at α/τ.
func usesTau(n circuit.Network) bool {
	g := n.Graph
	return slices.ContainsFunc(g.Projections, func(p circuit.ProjectionSpec) bool {
		return p.Rule != nil && p.Wiring != synapse.Unconnected && p.Pace.OverTau
	}) || slices.ContainsFunc(g.Populations, func(p circuit.PopulationSpec) bool {
		return p.Scale.Learns() && p.Paced == ""
	})
}

// finds says what the network finds, and with a word whether its outputs become white.
func (n Entry) finds(white string) string {
	if n.Whitens && n.Finds != circuit.WhiteOutputs.String() {
		return n.Finds + ", " + white
	}
	return n.Finds
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// notCircuits says what the algorithms are, and what can be done with them.
var notCircuits = fmt.Sprintf("Not circuits: algorithms for online PCA without neurons, synapses or phases. They cannot be run or described. "+
	"`twophase compare --networks %s,%s` measures them beside networks.", circuit.IfPSP.Name, onlinepca.CandidCovarianceFree.Name)

// writeAlgorithms writes the algorithms as a table, for people.
func writeAlgorithms(table io.Writer) {
	fmt.Fprintln(table, "algorithm\tfinds\tkeeps\twhat it is")
	for _, a := range onlinepca.List() {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", a.Name, a.Finds, a.Keeps, a.Summary)
	}
}

// writeAlgorithmSections writes a section for each algorithm.
func writeAlgorithmSections(b *strings.Builder) {
	fmt.Fprintf(b, "\n## Not circuits\n\n%s\n", notCircuits)
	for _, a := range onlinepca.List() {
		fmt.Fprintf(b, "\n### %s\n\n%s.\nReference: %s.\n\n`%s`\n\n%s\n\n", a.Name, wording.Capital(a.Summary), a.Reference, a.Equation, a.Notes)
		rate := "has none"
		if a.HasRate() {
			rate = "that of " + a.Like + ", with its τ and its initial weights"
		}
		fmt.Fprintf(b, "| | |\n| --- | --- |\n| finds | %s |\n| keeps | %s numbers |\n| learning rate | %s |\n", a.Finds, a.Keeps, rate)
	}
}
