package study

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"twophase/internal/measure/report"
	"twophase/internal/text/wording"
)

// Section is what a study has found, for people. Its title and its introduction may be empty.
type Section struct {
	Name   string // of its files
	Title  string
	Intro  string
	Tables []wording.Table
	Notes  []string
	Files  []File // data and pictures
}

// File is one file that a study writes.
type File struct {
	Name    string
	Content []byte
	Picture bool // shown in the Markdown
}

// Text returns the section for a terminal.
func (s Section) Text() string {
	var b strings.Builder
	if s.Title != "" {
		fmt.Fprintf(&b, "%s\n%s\n%s\n", s.Title, strings.Repeat("=", utf8.RuneCountInString(s.Title)), Wrapped(s.Intro))
	}
	for _, t := range s.Tables {
		fmt.Fprintf(&b, "\n%s", t.Text())
	}
	s.writeNotes(&b)
	return b.String()
}

// Markdown returns the section as Markdown.
func (s Section) Markdown() string {
	var b strings.Builder
	if s.Title != "" {
		fmt.Fprintf(&b, "## %s\n\n%s\n", s.Title, Wrapped(s.Intro))
	}
	for _, f := range s.Files {
		if f.Picture {
			fmt.Fprintf(&b, "\n![%s](%s)\n", s.Title, f.Name)
		}
	}
	for _, t := range s.Tables {
		fmt.Fprintf(&b, "\n%s", t.Markdown())
	}
	s.writeNotes(&b)
	return b.String()
}

func (s Section) writeNotes(b *strings.Builder) {
	for _, note := range s.Notes {
		fmt.Fprintf(b, "\n%s\n", Wrapped(note))
	}
}

// Pictures draws a picture as files of a name, in some of report.Formats. Markdown shows the SVG.
func Pictures(name string, p report.Picture, formats ...string) (files []File, err error) {
	for _, format := range formats {
		var b bytes.Buffer
		if err := report.Formats[format](&b, p); err != nil {
			return nil, err
		}
		files = append(files, File{Name: name + "." + format, Content: b.Bytes(), Picture: format == "svg"})
	}
	return files, nil
}

// lineWidth is the largest number of characters of a line of text.
const lineWidth = 110

// Wrapped breaks a paragraph into lines.
func Wrapped(text string) string { return strings.Join(wording.Lines(text, lineWidth), "\n") }
