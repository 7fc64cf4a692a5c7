package reproduce

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"twophase/internal/report"
	"twophase/internal/turnstudies"
)

// turnsSection runs one experiment and returns its section.
func turnsSection(ctx context.Context, name string, o Options) (Section, error) {
	if o.Note != nil {
		o.Note(name)
	}
	f, err := o.turns.Run(ctx, name)
	if errors.Is(err, turnstudies.ErrInterrupted) {
		return Section{}, ErrInterrupted
	}
	if err != nil {
		return Section{}, err
	}
	s := Section{Name: name, Title: f.Title, Intro: f.Says, Notes: f.Notes}
	if len(f.Table.Rows) > 0 {
		s.Grids = []Grid{f.Table}
	}
	if f.Picture != nil {
		var svg bytes.Buffer
		if err := report.WriteSVG(&svg, o.Layout.In(f.Picture)); err != nil {
			return s, fmt.Errorf("draw %s: %w", name, err)
		}
		s.Files = append(s.Files, File{Name: name + ".svg", Content: svg.Bytes(), Picture: true})
	}
	if len(f.Rows) > 1 {
		s.Files = append(s.Files, File{Name: name + ".csv", Content: csvOf(f.Rows)})
	}
	return s, nil
}
