package experiment

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
)

// write writes the comparison for a person to read.
func (c *Comparison) write(b *strings.Builder, trials int) {
	if c == nil {
		return
	}
	fmt.Fprintf(b, "\nTheory beside observation, in the time s = Σα_t = %v\n", c.Time)
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "  fixed point m_ii\t%s\n", listed(c.Scales))
	fmt.Fprintf(table, "  m_ii at the end\t%s\n", listed(c.ObservedScales))
	table.Flush()

	fmt.Fprintf(table, "  rate of decay\tpredicted\tfitted\tat the end\tnoise alone\tfitted over steps\n")
	for _, o := range append(slices.Clone(c.Lateral), c.Error) {
		name := "error E_Pro"
		if o.Outputs != nil {
			name = fmt.Sprintf("|M| of %d ↔ %d", o.Outputs[0], o.Outputs[1])
		}
		fitted, steps := "–", o.Fitted.Why
		if d := o.Fitted; d.Trials > 0 {
			fitted = fmt.Sprintf("%.2g ± %.1g", float64(d.Rate), float64(d.Error))
			steps = fmt.Sprintf("%d to %d", d.From, d.To)
			if trials > 1 {
				steps += fmt.Sprintf(", in %d of %d trials", d.Trials, trials)
			}
		}
		fmt.Fprintf(table, "  %s\t%v\t%s\t%v\t%v\t%s\n", name, o.Predicted, fitted, o.Final, o.Noise, steps)
	}
	table.Flush()
	fmt.Fprint(b, "  E_Pro decays so in the end, and faster before: it hardly sees components turn into one another\n")
}
