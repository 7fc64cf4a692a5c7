package reproduce

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"twophase/internal/report"
	"twophase/internal/turnstudies"
)

// turnsName stands for all experiments on the number of turns.
const turnsName = "turns"

// turns are the experiments on the number of turns.
func turns() (all []part) {
	for _, name := range turnstudies.Names() {
		all = append(all, part{name: name, beyond: true, write: func(ctx context.Context, _ data, o Options) (Section, error) {
			return turnsSection(ctx, name, o)
		}})
	}
	return all
}

// ofTurns reports whether a part is one of these experiments.
func (p part) ofTurns() bool { return strings.HasPrefix(p.name, turnsName+"-") }

// turnsSection runs one experiment and returns its section.
func turnsSection(ctx context.Context, name string, o Options) (Section, error) {
	if o.Note != nil {
		o.Note(name)
	}
	f, err := o.studies.Run(ctx, name)
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
