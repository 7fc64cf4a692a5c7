package settlingbudget

import (
	"fmt"
	"io"
	"strings"

	"twophase/internal/number"
)

// WriteMarkdown writes the tables of WriteTable as Markdown, for a section of a
// page, with the costs of all rows.
func (r *Result) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	for _, problem := range r.Problems {
		fmt.Fprintf(&b, "### %s\n", strings.ToUpper(problem.String()[:1])+problem.String()[1:])
		for _, pair := range pairs {
			network := pair.recurrent.Name
			fmt.Fprintf(&b, "\n#### %s\n\nMedian E_Pro by the sweeps allowed per stimulus:\n\n", network)
			writeLine(&b, append([]string{"method"}, budgetNames...))
			writeLine(&b, strings.Split("---"+strings.Repeat(",---:", len(budgetNames)), ","))
			for _, cells := range r.matrix(problem, network) {
				writeLine(&b, cells)
			}
			fmt.Fprintln(&b)
			writeLine(&b, []string{"method", "E_Pro [quartiles]", "E_Pro if it settled", "settling residual", "sweeps used", "synaptic operations", "unsettled stimuli", "diverged", "lost"})
			writeLine(&b, strings.Split("---"+strings.Repeat(",---:", 8), ","))
			for _, row := range r.Rows {
				if row.Problem.Name != problem.Name || row.Network != network {
					continue
				}
				writeLine(&b, []string{
					row.caseName(),
					fmt.Sprintf("%s [%s %s]", number.Cell(row.Error.Median), number.Cell(row.Error.Low), number.Cell(row.Error.High)),
					number.Cell(row.Settled), number.Cell(row.Residual), row.used(), row.transmissions(), number.Cell(row.Unsettled),
					row.share(row.Diverged), row.share(row.Lost),
				})
			}
		}
		fmt.Fprintln(&b)
	}
	fmt.Fprintf(&b, "%s\n", strings.ReplaceAll(r.legend(), "\n", "\n\n"))
	_, err := io.WriteString(w, b.String())
	return err
}

// writeLine writes a line of a table.
func writeLine(b *strings.Builder, cells []string) {
	fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
}
