package circuit

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Describe prints the present circuit: its neurons, its projections with their rules in
// mathematics, and its phases in order with what each one reads and writes.
func (c *Circuit) Describe(w io.Writer) error {
	n := c.spec.Network
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", n.Name, n.Summary)
	if n.Reference != "" && n.Reference != paperReference {
		fmt.Fprintf(&b, "%s\n", n.Reference)
	}

	if n.Notes != "" {
		fmt.Fprintf(&b, "%s\n", n.Notes)
	}

	c.describeNeurons(&b)
	c.describeProjections(&b)

	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(&b, "\nSchedule, for every stimulus x\n")
	for i, phase := range c.Schedule() {
		p := n.Graph.signature(phase)
		mark := map[Answer]string{No: " (non-local)", NotKnown: " (not known to be local)"}[p.Local]
		fmt.Fprintf(table, "  %d\t%s%s\t%s\treads %s\twrites %s\n", i+1, p.Name, mark, p.Equation, variables(p.Reads), variables(p.Writes))
	}
	table.Flush()
	_, err := io.WriteString(w, b.String())
	return err
}
