package report

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"unicode/utf8"
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

// Wrapped returns a paragraph in lines.
func Wrapped(text string) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		width := utf8.RuneCountInString(word)
		switch {
		case column == 0:
		case column+1+width > LineWidth:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += width
	}
	return b.String()
}
