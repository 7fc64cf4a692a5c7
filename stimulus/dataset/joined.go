package dataset

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"twophase/stimulus"
)

// Joined is datasets that are read side by side: stimulus t is row t of the first one,
// followed by row t of the next one, and so on. So each view of the same things may have a
// file of its own. All have the same number of rows, which Survey checks. Joining one
// dataset changes nothing.
type Joined struct{ parts []*Dataset }

// Join returns at least one dataset side by side. Joined.Close closes them.
func Join(parts ...*Dataset) *Joined { return &Joined{parts} }

// Name returns the paths of the datasets.
func (j *Joined) Name() string {
	var names []string
	for _, d := range j.parts {
		names = append(names, d.path)
	}
	return strings.Join(names, " and ")
}

// Inputs returns N, the number of values of each stimulus.
func (j *Joined) Inputs() (n int) {
	for _, d := range j.parts {
		n += d.inputs
	}
	return n
}

// Names returns the names of the inputs. If only some files have names, the inputs of the
// others are named after the file and the column. It returns nil if none has names.
func (j *Joined) Names() (names []string) {
	for _, d := range j.parts {
		switch {
		case d.names != nil:
			names = append(names, d.names...)
		case len(j.parts) > 1:
			for c := range d.inputs {
				names = append(names, fmt.Sprintf("column %d of %s", c, filepath.Base(d.path)))
			}
		}
	}
	if !slices.ContainsFunc(j.parts, func(d *Dataset) bool { return d.names != nil }) {
		return nil
	}
	return names
}

// InOrder returns a source as Dataset.InOrder does.
func (j *Joined) InOrder(epochs int) stimulus.Seekable {
	source, _ := j.source(func(d *Dataset) (stimulus.Seekable, error) { return d.InOrder(epochs), nil })
	return source
}

// Shuffled returns a source as Dataset.Shuffled does, with one order for all datasets.
func (j *Joined) Shuffled(epochs int, seed, trial uint64) (stimulus.Seekable, error) {
	return j.source(func(d *Dataset) (stimulus.Seekable, error) { return d.Shuffled(epochs, seed, trial) })
}

// Rows returns the number of stimuli of the first dataset, with those that are held out.
func (j *Joined) Rows() (int, error) { return j.parts[0].Rows() }

// HoldOut leaves the last rows out of all sources and surveys, but for HeldOut: a fraction of them, rounded up. It must
// come before these. It returns an error if none is left, and those of a file that cannot be read.
func (j *Joined) HoldOut(fraction float64) error {
	for _, d := range j.parts {
		if err := d.holdOut(fraction); err != nil {
			return err
		}
	}
	return nil
}

// HeldOut returns a source of the stimuli that HoldOut left out, in the order of the files, once.
func (j *Joined) HeldOut() stimulus.Source {
	source, _ := j.source(func(d *Dataset) (stimulus.Seekable, error) {
		return &InOrder{data: d, epochs: 1, held: true}, nil
	})
	return source
}

func (j *Joined) source(of func(*Dataset) (stimulus.Seekable, error)) (stimulus.Seekable, error) {
	s := &joinedSource{joined: j}
	for _, d := range j.parts {
		part, err := of(d)
		if err != nil {
			return nil, err
		}
		s.sources = append(s.sources, part)
	}
	if len(s.sources) == 1 {
		return s.sources[0], nil
	}
	return s, nil
}

// Survey surveys the stimuli as Dataset.Survey does. The summary has the paths of all
// datasets and no checksum; Files returns that of each.
func (j *Joined) Survey(ctx context.Context, options SurveyOptions) (*Summary, error) {
	if len(j.parts) == 1 {
		return j.parts[0].Survey(ctx, options)
	}
	for _, d := range j.parts {
		defer d.file.readWithin(ctx)()
	}
	s, err := surveySource(ctx, j.InOrder(1), j.Name(), options)
	if err != nil {
		return nil, err
	}
	for _, d := range j.parts {
		if _, err := d.file.sha256(ctx); err != nil {
			return nil, d.named(err)
		}
		if err := d.named(d.file.unchanged(ctx)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Files returns the path of each dataset and its checksum, as of Survey.
func (j *Joined) Files() (paths, sha256 []string, err error) {
	for _, d := range j.parts {
		digest, err := d.file.sha256(context.Background())
		if err != nil {
			return nil, nil, d.named(err)
		}
		paths, sha256 = append(paths, d.path), append(sha256, digest)
	}
	return paths, sha256, nil
}

// Unchanged returns an error as Dataset.Unchanged does.
func (j *Joined) Unchanged() error {
	for _, d := range j.parts {
		if err := d.Unchanged(); err != nil {
			return err
		}
	}
	return nil
}

// Close closes the datasets.
func (j *Joined) Close() (err error) {
	for _, d := range j.parts {
		if e := d.Close(); err == nil {
			err = e
		}
	}
	return err
}

// joinedSource yields the stimuli of several sources side by side.
type joinedSource struct {
	joined  *Joined
	sources []stimulus.Seekable
}

func (s *joinedSource) Inputs() int { return s.joined.Inputs() }

func (s *joinedSource) Next(x []float64) error {
	stimulus.CheckLength(x, s.Inputs())
	at := 0
	var ended []int
	for i, source := range s.sources {
		switch err := source.Next(x[at : at+source.Inputs()]); {
		case err == io.EOF:
			ended = append(ended, i)
		case err != nil:
			return err
		}
		at += source.Inputs()
	}
	switch len(ended) {
	case 0:
		return nil
	case len(s.sources):
		return io.EOF
	}
	longer := 0
	for slices.Contains(ended, longer) {
		longer++
	}
	short := s.joined.parts[ended[0]]
	return fmt.Errorf("%s ends after %d stimuli, and %s does not: files that are read side by side have as many", short.path, s.sources[ended[0]].Step(), s.joined.parts[longer].path)
}

func (s *joinedSource) Step() uint64 { return s.sources[0].Step() }

func (s *joinedSource) Seek(step uint64) error {
	for _, source := range s.sources {
		if err := source.Seek(step); err != nil {
			return err
		}
	}
	return nil
}
