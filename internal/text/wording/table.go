package wording

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"
)

// Table is rows of cells under a header.
type Table struct {
	Caption string
	Header  []string
	Rows    [][]string
}

// Add appends a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// Text returns the table for a terminal, without a caption or a header that it does not have.
func (t Table) Text() string {
	var b strings.Builder
	if t.Caption != "" {
		fmt.Fprintf(&b, "%s\n", t.Caption)
	}
	t.WriteColumns(&b, "  ") // a builder has no errors
	return b.String()
}

// WriteColumns writes the header and the rows in columns, each line behind an indent.
func (t Table) WriteColumns(w io.Writer, indent string) error {
	columns := Columns(w)
	for _, row := range t.lines() {
		fmt.Fprintln(columns, indent+strings.Join(row, "\t"))
	}
	return columns.Flush()
}

// lines returns the header, if there is one, and the rows.
func (t Table) lines() [][]string {
	if t.Header == nil {
		return t.Rows
	}
	return append([][]string{t.Header}, t.Rows...)
}

// Markdown returns the table as Markdown.
func (t Table) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**\n\n", t.Caption)
	rule := make([]string, len(t.Header))
	for i := range rule {
		rule[i] = "---"
	}
	for _, row := range append([][]string{t.Header, rule}, t.Rows...) {
		b.WriteString("|")
		for _, cell := range row {
			fmt.Fprintf(&b, " %s |", strings.ReplaceAll(cell, "|", `\|`))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// Columns returns a writer that sets the cells of lines, which end with tabs, in columns.
func Columns(w io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0) }

// CSV returns the header and the rows as CSV.
func (t Table) CSV() []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.WriteAll(t.lines()) // a buffer has no errors
	return b.Bytes()
}

// Digits returns a number for CSV, to some significant digits, or to all for −1. One that is not defined is
// empty.
func Digits(v float64, digits int) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', digits, 64)
}
