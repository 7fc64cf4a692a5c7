package reproduce

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode/utf8"
)

// Section is what one part has found, for people and for programs.
type Section struct {
	Name  string // of the part
	Title string
	Intro string
	Grids []Grid
	Notes []string
	Files []File // data and pictures

	// In the place of Grids and Notes, for a part that writes its own tables.
	Text, Markdown string
}

// Grid is a table for people.
type Grid struct {
	Caption string
	Header  []string
	Rows    [][]string
}

// File is one file that a part writes.
type File struct {
	Name    string
	Content []byte
	Picture bool // shown in the Markdown
}

// writeText writes the section for a terminal.
func (s Section) writeText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n%s\n", s.Title, strings.Repeat("=", utf8.RuneCountInString(s.Title)), wrapped(s.Intro))
	for _, g := range s.Grids {
		fmt.Fprintf(&b, "\n%s\n", g.Caption)
		table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, row := range append([][]string{g.Header}, g.Rows...) {
			fmt.Fprintln(table, "  "+strings.Join(row, "\t"))
		}
		table.Flush()
	}
	for _, note := range s.Notes {
		fmt.Fprintf(&b, "\n%s\n", wrapped(note))
	}
	if s.Text != "" {
		fmt.Fprintf(&b, "\n%s", s.Text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdown returns the section as Markdown.
func (s Section) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n%s\n", s.Title, wrapped(s.Intro))
	for _, f := range s.Files {
		if f.Picture {
			fmt.Fprintf(&b, "\n![%s](%s)\n", s.Title, f.Name)
		}
	}
	for _, g := range s.Grids {
		fmt.Fprintf(&b, "\n**%s**\n\n", g.Caption)
		rule := make([]string, len(g.Header))
		for i := range rule {
			rule[i] = "---"
		}
		for _, row := range append([][]string{g.Header, rule}, g.Rows...) {
			fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		}
	}
	for _, note := range s.Notes {
		fmt.Fprintf(&b, "\n%s\n", wrapped(note))
	}
	if s.Markdown != "" {
		fmt.Fprintf(&b, "\n%s", s.Markdown)
	}
	return b.String()
}

// lineWidth is how many characters a line of a text has at most.
const lineWidth = 110

// wrapped returns a paragraph in lines.
func wrapped(text string) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		width := utf8.RuneCountInString(word)
		switch {
		case column == 0:
		case column+1+width > lineWidth:
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
