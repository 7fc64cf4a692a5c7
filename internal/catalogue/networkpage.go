package catalogue

import (
	"fmt"
	"io"
	"strings"
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
	fmt.Fprintf(b, "\n### %s\n\n%s.\nReference: %s.\n\n", n.Name, capital(n.Summary), n.Reference)
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
	if n.Projections != nil {
		n.writeGraph(b)
		return
	}
	var rules []string
	for _, rule := range []string{n.Feedforward, n.Lateral, n.Scale} {
		if rule != "" && rule != "none" {
			rules = append(rules, "`"+rule+"`")
		}
	}
	fmt.Fprintf(b, "%d. Plasticity: %s\n\n", number+1, strings.Join(rules, ", "))
	finds := n.Finds
	if n.Whitens {
		finds += ", white outputs"
	}
	lines := [][2]string{
		{"finds", finds},
		{"local", n.local()},
		{"lateral synapses", n.Wiring},
		{"signals per stimulus", n.Cost},
		{"gains Λ", n.Gains},
		{"defaults", n.defaults()},
	}
	if n.MostOutputs > 0 {
		lines = append(lines, [2]string{"outputs", fmt.Sprintf("at most %d", n.MostOutputs)})
	}
	b.WriteString("| | |\n| --- | --- |\n")
	for _, l := range lines {
		fmt.Fprintf(b, "| %s | %s |\n", l[0], l[1])
	}
	if n.Notes != "" {
		fmt.Fprintf(b, "\nNotes: %s\n", n.Notes)
	}
}

// writeGraph writes the populations and projections of a network with a graph.
func (n Entry) writeGraph(b *strings.Builder) {
	b.WriteString("\n| projection | from → to | sign | learns by |\n| --- | --- | --- | --- |\n")
	for _, p := range n.Projections {
		fmt.Fprintf(b, "| %s | %s → %s | %s | `%s` |\n", p.Name, p.From, p.To, p.Sign, p.Rule)
	}
	fmt.Fprintf(b, "\n| | |\n| --- | --- |\n")
	for _, l := range [][2]string{
		{"populations", strings.Join(n.Populations, "; ")}, {"finds", n.Finds}, {"local", n.local()}, {"gains Λ", n.Gains}, {"defaults", n.defaults()},
	} {
		fmt.Fprintf(b, "| %s | %s |\n", l[0], l[1])
	}
	if n.Notes != "" {
		fmt.Fprintf(b, "\nNotes: %s\n", n.Notes)
	}
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
	if n.Wiring != "unconnected" {
		text = fmt.Sprintf("τ = %v, %s", n.Tau, text)
	}
	if n.Scale != "" {
		text = fmt.Sprintf("scales start at %v, %s", n.InitialM, text)
	}
	return text
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
