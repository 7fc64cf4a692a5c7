package report

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"twophase/internal/text/phrase"
)

// Grid is a table for people.
type Grid struct {
	Caption string
	Header  []string
	Rows    [][]string
}

// Text returns the table for a terminal.
func (g Grid) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", g.Caption)
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range append([][]string{g.Header}, g.Rows...) {
		fmt.Fprintln(table, "  "+strings.Join(row, "\t"))
	}
	table.Flush()
	return b.String()
}

// Markdown returns the table as Markdown.
func (g Grid) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**\n\n", g.Caption)
	rule := make([]string, len(g.Header))
	for i := range rule {
		rule[i] = "---"
	}
	for _, row := range append([][]string{g.Header, rule}, g.Rows...) {
		b.WriteString("|")
		for _, cell := range row {
			fmt.Fprintf(&b, " %s |", strings.ReplaceAll(cell, "|", `\|`))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// LineWidth is the largest number of characters of a line of text.
const LineWidth = 110

// Wrapped breaks a paragraph into lines of at most LineWidth characters.
func Wrapped(text string) string { return strings.Join(phrase.Lines(text, LineWidth), "\n") }
