package reproduce

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"twophase/internal/measure/report"
)

// Section is the result of one part, for people and for programs.
type Section struct {
	Name  string // of the part
	Title string
	Intro string
	Grids []Grid
	Notes []string
	Files []File // data and pictures

	// Instead of Grids and Notes, for a part that writes its tables itself.
	Text, Markdown string
}

// Grid is a table for people.
type Grid = report.Grid

// File is one file that a part writes.
type File struct {
	Name    string
	Content []byte
	Picture bool // shown in the Markdown
}

// addPicture adds a picture of the section in some formats, svg or png. The Markdown shows the SVG.
func (s *Section) addPicture(p report.Picture, formats ...string) error {
	for _, format := range formats {
		write := report.WriteSVG
		if format == "png" {
			write = report.WritePNG
		}
		var b bytes.Buffer
		if err := write(&b, p); err != nil {
			return err
		}
		s.Files = append(s.Files, File{Name: s.Name + "." + format, Content: b.Bytes(), Picture: format == "svg"})
	}
	return nil
}

// writeText writes the section for a terminal.
func (s Section) writeText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n%s\n", s.Title, strings.Repeat("=", utf8.RuneCountInString(s.Title)), report.Wrapped(s.Intro))
	for _, g := range s.Grids {
		fmt.Fprintf(&b, "\n%s", g.Text())
	}
	for _, note := range s.Notes {
		fmt.Fprintf(&b, "\n%s\n", report.Wrapped(note))
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
	fmt.Fprintf(&b, "## %s\n\n%s\n", s.Title, report.Wrapped(s.Intro))
	for _, f := range s.Files {
		if f.Picture {
			fmt.Fprintf(&b, "\n![%s](%s)\n", s.Title, f.Name)
		}
	}
	for _, g := range s.Grids {
		fmt.Fprintf(&b, "\n%s", g.Markdown())
	}
	for _, note := range s.Notes {
		fmt.Fprintf(&b, "\n%s\n", report.Wrapped(note))
	}
	if s.Markdown != "" {
		fmt.Fprintf(&b, "\n%s", s.Markdown)
	}
	return b.String()
}

// csvOf returns rows as CSV.
func csvOf(rows [][]string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.WriteAll(rows) // a buffer has no errors
	return b.Bytes()
}

// digits returns a number for files, to six digits.
func digits(v float64) string { return strconv.FormatFloat(v, 'e', 5, 64) }

// short returns a number for people, to three digits.
func short(v float64) string { return strconv.FormatFloat(v, 'e', 2, 64) }

// number returns a number for files as it is.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
