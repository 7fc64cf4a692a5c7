package reproduce

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"twophase/internal/report"
	"twophase/internal/settling"
)

// turns runs the experiments on the number of turns and returns their section.
func turns(ctx context.Context, _ data, o Options) (Section, error) {
	s := Section{
		Name:  "turns",
		Title: "How many turns does a circuit need?",
		Intro: "What the theory of settling in a number of simultaneous turns predicts, beside circuits that learn. The paper has two turns.",
	}
	found, err := settling.Run(ctx, settling.Options{
		Trials: o.Trials, Quick: o.MaxSteps != 0, Steps: o.MaxSteps, Seed: o.Seed, Workers: o.Workers, File: o.Stimulus, Progress: o.Note,
	})
	if errors.Is(err, settling.ErrInterrupted) {
		return s, ErrInterrupted
	}
	if err != nil {
		return s, err
	}
	var text, page strings.Builder
	for _, f := range found {
		fmt.Fprintf(&text, "%s\n%s\n%s\n", f.Title, strings.Repeat("-", len([]rune(f.Title))), report.Wrapped(f.Says))
		fmt.Fprintf(&page, "### %s\n\n%s\n", f.Title, report.Wrapped(f.Says))
		if f.Picture != nil {
			var svg bytes.Buffer
			if err := report.WriteSVG(&svg, f.Picture); err != nil {
				return s, fmt.Errorf("%s: %w", f.Name, err)
			}
			s.Files = append(s.Files, File{Name: f.Name + ".svg", Content: svg.Bytes()})
			fmt.Fprintf(&page, "\n![%s](%s.svg)\n", f.Title, f.Name)
		}
		if len(f.Table.Rows) > 0 {
			fmt.Fprintf(&text, "\n%s", f.Table.Text())
			fmt.Fprintf(&page, "\n%s", f.Table.Markdown())
		}
		for _, note := range f.Notes {
			fmt.Fprintf(&text, "\n%s\n", report.Wrapped(note))
			fmt.Fprintf(&page, "\n%s\n", report.Wrapped(note))
		}
		text.WriteString("\n")
		page.WriteString("\n")
		if len(f.Rows) > 0 {
			s.Files = append(s.Files, File{Name: f.Name + ".csv", Content: csvOf(f.Rows)})
		}
	}
	s.Text, s.Markdown = text.String(), page.String()
	return s, nil
}
