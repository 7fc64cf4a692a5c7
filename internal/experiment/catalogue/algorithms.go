package catalogue

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"twophase/circuit"
	"twophase/internal/measure/onlinepca"
)

// notCircuits says what the algorithms are, and what can be done with them.
var notCircuits = fmt.Sprintf("Not circuits: algorithms for online PCA without neurons, synapses or phases. They cannot be run or described. "+
	"`twophase compare --networks %s,%s` measures them beside networks.", circuit.IfPSP.Name, onlinepca.CandidCovarianceFree.Name)

// writeAlgorithms writes the algorithms as a table, for people.
func writeAlgorithms(table *tabwriter.Writer) {
	fmt.Fprintln(table, "algorithm\tfinds\tkeeps\twhat it is")
	for _, a := range onlinepca.List() {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", a.Name, a.Finds, a.Keeps, a.Summary)
	}
}

// writeAlgorithmSections writes a section for each algorithm.
func writeAlgorithmSections(b *strings.Builder) {
	fmt.Fprintf(b, "\n## Not circuits\n\n%s\n", notCircuits)
	for _, a := range onlinepca.List() {
		fmt.Fprintf(b, "\n### %s\n\n%s.\nReference: %s.\n\n`%s`\n\n%s\n\n", a.Name, capital(a.Summary), a.Reference, a.Equation, a.Notes)
		rate := "has none"
		if a.HasRate() {
			rate = "that of " + a.Like + ", with its τ and its initial weights"
		}
		fmt.Fprintf(b, "| | |\n| --- | --- |\n| finds | %s |\n| keeps | %s numbers |\n| learning rate | %s |\n", a.Finds, a.Keeps, rate)
	}
}
