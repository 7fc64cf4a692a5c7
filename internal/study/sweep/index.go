package sweep

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// index holds the place of the result of every point, sixteen bytes each. So the results of
// a large sweep are read in order without being in memory.
type index struct {
	sweep *Sweep
	where []place
	names []string
	open  map[uint16]*os.File
	done  int // points that have a result
}

// place is a line of a journal.
type place struct {
	offset  int64 // offset of the line plus one; 0: no result
	sum     uint32
	journal uint16
}

// maxJournals is the largest number of journals that are read together.
const maxJournals = 1 << 16

// index finds the results in the journals. Several results of one point are the same, unless
// machines differ in the last digits of a measure. It takes the one with the smallest
// checksum, which does not depend on the names of the journals.
func (s *Sweep) index() (*index, error) {
	x := &index{sweep: s, where: make([]place, s.most()), open: map[uint16]*os.File{}}
	numbers := map[string]uint16{}
	r := s.newReader(func(e entry) error {
		n, ok := numbers[e.journal]
		if !ok {
			if len(x.names) == maxJournals {
				return fmt.Errorf("more than %d journals", maxJournals)
			}
			n = uint16(len(x.names))
			numbers[e.journal], x.names = n, append(x.names, e.journal)
		}
		p := &x.where[e.point]
		if p.offset == 0 && e.point < s.Points {
			x.done++
		} else if p.sum <= e.sum {
			return nil
		}
		*p = place{e.offset + 1, e.sum, n}
		return nil
	})
	err := r.scan()
	return x, err
}

// each reads the results in the order of their points; r is nil for a point without one.
func (x *index) each(do func(point int, r *Result) error) error {
	defer x.close()
	in := bufio.NewReaderSize(nil, 1<<14)
	var last place
	for point, at := range x.where[:x.sweep.Points] {
		if at.offset == 0 {
			if err := do(point, nil); err != nil {
				return err
			}
			continue
		}
		f, err := x.file(at.journal)
		if err != nil {
			return err
		}
		if last.journal != at.journal || last.offset != at.offset || last.offset == 0 { // else the reader is at the line already
			if _, err := f.Seek(at.offset-1, io.SeekStart); err != nil {
				return err
			}
			in.Reset(f)
		}
		line, err := readLine(in)
		if err != nil {
			return fmt.Errorf("read results: %w", err)
		}
		last = place{offset: at.offset + int64(len(line)), journal: at.journal}
		text, _, err := content(line[:len(line)-1], resultStart)
		if err != nil {
			return fmt.Errorf("read results: %s: %w", f.Name(), err)
		}
		r := &Result{}
		if err := json.Unmarshal(text, r); err != nil {
			return fmt.Errorf("read results: %s: %w", f.Name(), err)
		}
		if err := r.check(x.sweep.Plan); err != nil {
			return fmt.Errorf("read results: %s: point %d: %w", f.Name(), r.Point, err)
		}
		if err := do(point, r); err != nil {
			return err
		}
	}
	return nil
}

func (x *index) file(journal uint16) (*os.File, error) {
	if f := x.open[journal]; f != nil {
		return f, nil
	}
	if len(x.open) >= maxOpen {
		x.close()
	}
	f, err := os.Open(x.sweep.path(journalFolder, x.names[journal]))
	if err != nil {
		return nil, fmt.Errorf("read results: %w", err)
	}
	x.open[journal] = f
	return f, nil
}

// maxOpen is the largest number of journals that are open at a time.
const maxOpen = 256

func (x *index) close() {
	for _, f := range x.open {
		f.Close()
	}
	clear(x.open)
}
