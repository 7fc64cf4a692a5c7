package sweep

import (
	"bytes"
	"fmt"
	"io"

	"twophase/internal/phrase"
)

// Status is how far a sweep has come.
type Status struct {
	Plan     string `json:"plan"` // its hash
	Points   int    `json:"points"`
	Done     int    `json:"done"`
	Diverged int    `json:"diverged"` // points done of which a trial diverged
	Twice    int    `json:"twice"`    // duplicate results of points, which do not count
	Journals int    `json:"journals"`

	size string
}

// Status reads the journals and returns how far the sweep has come.
func (s *Sweep) Status() (Status, error) {
	at := Status{Plan: s.Hash(), Points: s.Points, size: s.Size()}
	points := newPointSet(s.Points)
	r := s.newReader(func(e entry) error {
		if !points.add(e.point) {
			at.Twice++
		} else if bytes.Contains(e.result, []byte(`"diverged":`)) {
			at.Diverged++
		}
		return nil
	})
	err := r.scan()
	at.Done, at.Journals = points.count, r.journals()
	return at, err
}

// WriteText writes the status for people to read.
func (at Status) WriteText(w io.Writer) error {
	_, err := fmt.Fprintf(w, "plan %.12s: %s (%s)\n%d done (%.1f %%), %d to go, %d of those done diverged, in %s\n",
		at.Plan, phrase.Count(at.Points, "point"), at.size, at.Done, 100*float64(at.Done)/float64(at.Points), at.Points-at.Done, at.Diverged, phrase.Count(at.Journals, "journal"))
	return err
}
