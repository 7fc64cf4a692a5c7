package settlingbudget

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"twophase/internal/numerics/quantile"
	"twophase/internal/text/number"
	"twophase/internal/text/phrase"
)

// WriteTable writes, for each problem and network, the median E_Pro by method and sweeps. It then
// writes the costs of the two-phase circuit, the exact network and Jacobi settling from rest.
func (r *Result) WriteTable(w io.Writer) error {
	var b strings.Builder
	for _, problem := range r.Problems {
		fmt.Fprintf(&b, "%s\n", problem)
		for _, pair := range pairs {
			network := pair.recurrent.Name
			table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
			fmt.Fprintf(table, "\n  %s, median E_Pro at sweeps\t%s\n", network, strings.Join(budgetNames, "\t"))
			for _, line := range r.matrix(problem, network) {
				fmt.Fprintf(table, "    %s\n", strings.Join(line, "\t"))
			}
			table.Flush()
			fmt.Fprintf(table, "\n    costs\tsettling residual\tsweeps used\tsynaptic operations\tdiverged\tlost\n")
			for _, row := range r.costs(problem, network) {
				fmt.Fprintf(table, "    %s\t%s\t%s\t%s\t%s\t%s\n", row.caseName(), number.Cell(row.Residual), row.used(), row.transmissions(),
					row.share(row.Diverged), row.share(row.Lost))
			}
			table.Flush()
		}
		fmt.Fprintln(&b)
	}
	fmt.Fprintf(&b, "%s\n", r.legend())
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteTiming writes the time on the clock of a step of the same rows.
func (r *Result) WriteTiming(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "problem\tnetwork\tmethod\tns per step\t÷ two-phase")
	for _, problem := range r.Problems {
		for _, pair := range pairs {
			for _, row := range r.costs(problem, pair.recurrent.Name) {
				fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", problem.Name, row.Network, row.caseName(),
					number.WholeCell(row.Nanoseconds), number.Cell(row.Nanoseconds/r.twoPhaseTime(row)))
			}
		}
	}
	return table.Flush()
}

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
			writeLine(&b, []string{"method", "E_Pro" + strings.TrimPrefix(quantile.SpreadInBrackets(problem.Trials), "median"), "E_Pro if it settled", "settling residual", "sweeps used", "synaptic operations", "unsettled stimuli", "diverged", "lost"})
			writeLine(&b, strings.Split("---"+strings.Repeat(",---:", 8), ","))
			for _, row := range r.Rows {
				if row.Problem.Name != problem.Name || row.Network != network {
					continue
				}
				writeLine(&b, []string{
					row.caseName(),
					row.Error.InBrackets(number.Cell),
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

// matrix returns the lines of the table of errors: a title and a cell for each of budgetNames.
func (r *Result) matrix(problem Problem, network string) [][]string {
	var lines [][]string
	for _, s := range append([]curve{twoPhaseCurve, cascadeCurve, {method: Exact}}, curves...) {
		line := make([]string, 1+len(budgetNames))
		for _, row := range r.rows(problem, network, s) {
			line[0] = strings.TrimSpace(row.Method + " " + row.Start)
			at := len(line) - 1 // exact: as if it had settled
			if row.Method != Exact {
				at = 1 + int(row.place())
			}
			line[at] = row.cell()
		}
		lines = append(lines, line)
	}
	return lines
}

// costs returns the rows whose costs are printed.
func (r *Result) costs(problem Problem, network string) []Row {
	var found []Row
	for _, s := range append([]curve{twoPhaseCurve, cascadeCurve, {method: Exact}}, curves[0]) {
		found = append(found, r.rows(problem, network, s)...)
	}
	return found
}

// legend explains the signs in the tables, and says what was left out.
func (r *Result) legend() string {
	text := fmt.Sprintf("tol: settled to %g, in %s at the most. !n: n trials were lost, that is, they diverged or ended at E_Pro ≥ %g. "+
		"Cold: from rest. Warm: from the last output. Euler: time step %g.", Tolerance, phrase.Count(maxSweeps, "sweep"), LostError, TimeStep)
	for _, note := range r.Notes {
		text += "\n" + note + "."
	}
	return text
}

// String describes the problem in a line.
func (p Problem) String() string {
	return fmt.Sprintf("%s: N = %d, K = %d, T = %d, %s", p.Title, p.Inputs, p.Outputs, p.Steps, phrase.Count(p.Trials, "trial"))
}

// cell returns the median error, with the number of trials that were lost.
func (r Row) cell() string {
	text := number.Cell(r.Error.Median)
	if r.Lost > 0 {
		text += fmt.Sprintf(" !%.0f", r.Lost*float64(r.Problem.Trials))
	}
	return text
}

// caseName returns the method with its start and its sweeps.
func (r Row) caseName() string {
	if !r.settles() {
		return r.Method
	}
	return fmt.Sprintf("%s %s %s", r.Method, r.Start, r.Budget())
}

// used returns the sweeps that were made, of a row that settles.
func (r Row) used() string {
	if !r.settles() {
		return "–"
	}
	return number.Cell(r.SweepsUsed)
}

// transmissions returns the synaptic operations of a row without a solver.
func (r Row) transmissions() string {
	if r.Method == Exact {
		return "–"
	}
	return fmt.Sprintf("%.0f", r.Operations)
}

// share returns a fraction of the trials.
func (r Row) share(fraction float64) string {
	n := float64(r.Problem.Trials)
	return fmt.Sprintf("%.0f/%.0f", fraction*n, n)
}
