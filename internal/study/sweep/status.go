package sweep

import (
	"bytes"
	"fmt"
	"io"

	"twophase/internal/text/wording"
)

// Status is how far a sweep has come.
type Status struct {
	Plan     string `json:"plan"` // its hash
	Points   int    `json:"points"`
	Done     int    `json:"done"`
	Diverged int    `json:"diverged"` // points done of which a trial diverged
	Twice    int    `json:"twice"`    // duplicate results of points, which do not count
	Damaged  int    `json:"damaged"`  // lines of journals that a power cut or a disk has damaged, which do not count
	Journals int    `json:"journals"`

	size string
}

// Status reads the journals and returns how far the sweep has come. It has all that it counts reach the
// disk.
func (s *Sweep) Status() (Status, error) {
	at := Status{Plan: s.Hash(), Points: s.Points, size: s.Size()}
	points := newPointSet(s.Points)
	r := s.newReader(func(e entry) error {
		if e.point >= s.Points {
			return nil // of a fit, beyond a point whose result was lost
		}
		if !points.add(e.point) {
			at.Twice++
		} else if bytes.Contains(e.result, []byte(`"diverged":`)) {
			at.Diverged++
		}
		return nil
	})
	err := r.scan()
	if err == nil {
		err = r.sync()
	}
	at.Done, at.Damaged, at.Journals = points.count, r.damaged, r.journals()
	return at, err
}

// WriteText writes the status for people to read.
func (at Status) WriteText(w io.Writer) error {
	_, err := fmt.Fprintf(w, "plan %.12s: %s (%s)\n%d done (%.1f %%), %d to go, %d of those done diverged, in %s; what is done is on the disk\n",
		at.Plan, wording.Count(at.Points, "point"), at.size, at.Done, 100*float64(at.Done)/float64(at.Points), at.Points-at.Done, at.Diverged, wording.Count(at.Journals, "journal"))
	if err == nil && at.Damaged > 0 {
		_, err = fmt.Fprintf(w, "%s damaged, as by a power cut: the points are run again\n", wording.Count(at.Damaged, "line"))
	}
	return err
}
