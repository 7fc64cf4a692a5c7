package experiment

import (
	"fmt"
	"io"
	"text/tabwriter"

	"twophase/circuit"
	"twophase/synapse"
)

// NetworkEntry is what there is to know of a network before it is built.
type NetworkEntry struct {
	Name      string `json:"name"`
	Summary   string `json:"summary"`
	Reference string `json:"reference"`
	Notes     string `json:"notes,omitempty"` // what the sources do not settle
	Finds     string `json:"finds"`           // components, unordered components or subspace
	Whitens   bool   `json:"whitens"`         // the outputs' covariance goes to Λ²
	Local     bool   `json:"local"`           // no phase uses what a neuron or a synapse cannot know
	Recurrent bool   `json:"recurrent"`       // activity settles, or is solved for
	Exact     bool   `json:"exact"`           // it is solved for
	Cost      string `json:"operations"`      // signals of synapses for one stimulus

	Phases      []PhaseEntry `json:"phases"`
	Feedforward string       `json:"feedforward"` // rules; empty where there is none
	Lateral     string       `json:"lateral"`
	Scale       string       `json:"scale"`
	Wiring      string       `json:"wiring"` // of the lateral synapses

	Gains       string `json:"gains"`        // distinct, free or none
	MostOutputs int    `json:"most_outputs"` // 0: as many as inputs
	Tau         Number `json:"tau"`
	InitialM    Number `json:"initial_m"`
	Rate        string `json:"rate"` // empty: that of the paper's problem
}

// PhaseEntry is a phase of a network.
type PhaseEntry struct {
	Name     string `json:"name"`
	Equation string `json:"equation"`
	Local    bool   `json:"local"`
}

// NetworkList returns all networks, those of the paper first.
func NetworkList() []NetworkEntry {
	var list []NetworkEntry
	for _, n := range circuit.Networks() {
		e := NetworkEntry{
			Name: n.Name, Summary: n.Summary, Reference: n.Reference, Notes: n.Notes,
			Finds: n.Finds.String(), Whitens: n.Whitens, Local: n.IsLocal(), Recurrent: n.IsRecurrent(), Exact: n.SolvesExactly(),
			Cost: n.Cost().String(), Feedforward: n.Feedforward.Formula(), Wiring: n.Wiring.String(),
			Gains: n.Gains.String(), MostOutputs: n.MostOutputs, Tau: Number(n.Tau), InitialM: Number(n.InitialScale), Rate: n.Rate.String(),
		}
		if n.Wiring != synapse.Unconnected {
			e.Lateral = n.Lateral.Formula()
		}
		if !n.Scale.IsFixed() {
			e.Scale = n.Scale.Equation
		}
		for _, p := range n.Schedule {
			s := p.Signature()
			e.Phases = append(e.Phases, PhaseEntry{s.Name, s.Equation, !s.NonLocal})
		}
		list = append(list, e)
	}
	return list
}

// WriteNetworks writes the networks as a table, for people.
func WriteNetworks(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "network\tlocal\trecurrent\tfinds\tsignals per stimulus\twhat it is")
	for _, n := range NetworkList() {
		recurrent := yes(n.Recurrent)
		if n.Exact {
			recurrent = "solved"
		}
		finds := n.Finds
		if n.Whitens {
			finds += ", white"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", n.Name, yes(n.Local), recurrent, finds, n.Cost, n.Summary)
	}
	return table.Flush()
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
