package catalogue

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"twophase/internal/text/wording"
)

// WriteMarkdown writes a section for each network: its mathematics, its source, what it
// finds, and what its sources leave open.
func WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("## The networks, one by one\n")
	for _, n := range List() {
		n.writeMarkdown(&b)
	}
	writeAlgorithmSections(&b)
	fmt.Fprintf(&b, "\n## What is not here\n\n%s\n", notFound)
	_, err := io.WriteString(w, b.String())
	return err
}

// notFound lists networks for which no source was found.
const notFound = `The exact rule of Linsker's paper of 2005 was not found, nor was the asymmetric form of Xu's LMSER, which would order
the components: no source that we had settles their details, and a guess would bear their authors' names.`

func (n Entry) writeMarkdown(b *strings.Builder) {
	fmt.Fprintf(b, "\n### %s\n\n%s.\nReference: %s.\n\n", n.Name, wording.Capital(n.Summary), n.Reference)
	number := 0
	for _, p := range n.Phases {
		mark := ""
		if !p.Local {
			mark = " (**not local**)"
		}
		if p.Name == "Plasticity" {
			continue // its rules follow
		}
		number++
		fmt.Fprintf(b, "%d. %s%s: `%s`\n", number, p.Name, mark, p.Equation)
	}
	b.WriteString("\n| projection | from → to | sign | learns by |\n| --- | --- | --- | --- |\n")
	for _, p := range n.Projections {
		fmt.Fprintf(b, "| %s | %s | %s | `%s` |\n", p.Name, p.ends(), p.Sign, p.Rule)
	}
	fmt.Fprintf(b, "\n| | |\n| --- | --- |\n")
	row := func(name, text string) { fmt.Fprintf(b, "| %s | %s |\n", name, text) }
	row("populations", n.populations())
	row("finds", n.finds("white outputs"))
	row("local", n.local())
	row("signals per stimulus", n.Cost)
	row("gains Λ", n.Gains)
	row("defaults", n.defaults())
	if n.MostOutputs > 0 {
		row("outputs", fmt.Sprintf("at most %d", n.MostOutputs))
	}
	if n.Notes != "" {
		fmt.Fprintf(b, "\nNotes: %s\n", n.Notes)
	}
}

// populations says what neurons there are, and how their scales learn.
func (n Entry) populations() string {
	var all []string
	for _, p := range n.Populations {
		text := p.Name + ", " + p.Activation
		if p.Input {
			text = p.Name
			if p.Name != "inputs" {
				text += ", inputs"
			}
		}
		if p.Scale != "" {
			text += ", `" + p.Scale + "`"
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}

// local says whether the network is local, and if not, in which phases.
func (n Entry) local() string {
	if n.Local {
		return "yes"
	}
	var phases []string
	for _, p := range n.Phases {
		if !p.Local {
			phases = append(phases, p.Name)
		}
	}
	return "no: " + strings.Join(phases, ", ")
}

// defaults says what the network starts with.
func (n Entry) defaults() string {
	if n.OwnRate {
		return fmt.Sprintf("scales start at %v, which sets how fast it learns at first; α = τ = 1, and nothing else", n.InitialM)
	}
	rate := n.Rate
	if rate == "" {
		rate = "that of the paper's problem"
	}
	text := "α = " + rate
	if n.UsesTau {
		text = fmt.Sprintf("τ = %v, %s", n.Tau, text)
	}
	if slices.ContainsFunc(n.Populations, func(p PopulationEntry) bool { return p.Scale != "" }) {
		text = fmt.Sprintf("scales start at %v, %s", n.InitialM, text)
	}
	return text
}
