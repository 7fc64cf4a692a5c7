package reproduce

import (
	"context"
	"errors"
	"fmt"

	"twophase/internal/study/turnstudies"
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
		if err := s.addPicture(o.Layout.In(f.Picture), "svg"); err != nil {
			return s, fmt.Errorf("draw %s: %w", name, err)
		}
	}
	if len(f.Rows) > 1 {
		s.Files = append(s.Files, File{Name: name + ".csv", Content: csvOf(f.Rows)})
	}
	return s, nil
}
