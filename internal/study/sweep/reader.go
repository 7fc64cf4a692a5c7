package sweep

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"twophase/internal/files/durable"
)

// reader follows the journals of a sweep: each scan reads what was appended since the last.
type reader struct {
	sweep   *Sweep
	except  string // the journal of this process, which is not read
	offsets map[string]int64

	damaged int // lines that are not counted; their points are run again

	// found is called for every result. A point may have several.
	found func(e entry) error
}

// entry is a result in a journal.
type entry struct {
	point   int
	sum     uint32 // checksum
	result  []byte // JSON; valid until found returns
	journal string
	offset  int64 // of the line
}

func (s *Sweep) newReader(found func(entry) error) *reader {
	return &reader{sweep: s, offsets: map[string]int64{}, found: found}
}

// scan reads what is new in the journals, in the order of their names.
func (r *reader) scan() error {
	entries, err := os.ReadDir(r.sweep.path(journalFolder))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read results: %w", err)
	}
	var names []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), journalSuffix) && e.Name() != r.except {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	for _, name := range names {
		if err := r.read(name); err != nil {
			return fmt.Errorf("read results: %s: %w", r.sweep.path(journalFolder, name), err)
		}
	}
	return nil
}

// journals returns the number of journals.
func (r *reader) journals() int { return len(r.offsets) }

// sync has all that was read reach the disk, whichever process has written it.
func (r *reader) sync() error {
	for name := range r.offsets {
		if err := durable.Sync(r.sweep.path(journalFolder, name)); err != nil {
			return fmt.Errorf("save results: %w", err)
		}
	}
	return nil
}

// read reads what is new in one journal.
func (r *reader) read(name string) error {
	f, err := os.Open(r.sweep.path(journalFolder, filepath.Base(name)))
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	offset := r.offsets[name]
	if _, known := r.offsets[name]; known && info.Size() <= offset {
		return nil
	}
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		return err
	}
	end, err := r.lines(f, name, offset)
	r.offsets[name] = end
	return err
}

// lines reads lines from an offset on, and returns the offset after the last whole line. An
// incomplete last line is being written, or was when its process died. A power cut may damage lines
// before it, which are left out.
func (r *reader) lines(from io.Reader, name string, offset int64) (int64, error) {
	in := bufio.NewReaderSize(from, 1<<16)
	for {
		line, err := readLine(in)
		if err == io.EOF {
			return offset, nil
		}
		if err != nil {
			return offset, err
		}
		if err := r.line(bytes.TrimSuffix(line, []byte("\n")), name, offset); err != nil {
			_, end := in.Peek(1)
			switch {
			case !errors.Is(err, errDamaged) || offset == 0 && end == nil:
				return offset, fmt.Errorf("at byte %d: %w", offset, err)
			case end == io.EOF:
				return offset, nil
			}
			r.damaged++
		}
		offset += int64(len(line))
	}
}

// readLine reads a line with its newline. The line is valid until the next call.
func readLine(in *bufio.Reader) ([]byte, error) {
	line, err := in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	head := slices.Clone(line)
	tail, err := in.ReadBytes('\n')
	return append(head, tail...), err
}

// line reads one line.
func (r *reader) line(line []byte, name string, offset int64) error {
	if offset == 0 {
		return r.header(line)
	}
	result, sum, err := content(line, resultStart)
	if err != nil {
		return err
	}
	point, err := pointOf(result)
	if err != nil || point < 0 || point >= r.sweep.most() {
		return fmt.Errorf("point %d is not of this plan: remove the file", point)
	}
	return r.found(entry{point, sum, result, name, offset})
}

// header reads the first line.
func (r *reader) header(line []byte) error {
	text, _, err := content(line, headerStart)
	if err != nil {
		return fmt.Errorf("%w: it is not a journal of results: remove the file, and its points are run again", err)
	}
	var h header
	switch err := json.Unmarshal(text, &h); {
	case err != nil:
		return err
	case h.Plan != r.sweep.Hash():
		return fmt.Errorf("these are results of another plan, %.12s, and not of %.12s: put them back where they belong", h.Plan, r.sweep.Hash())
	case h.Schema != Schema || !slices.Equal(h.Measures, measuresOf(r.sweep.Plan)):
		return fmt.Errorf("these are results of version %s of twophase, which measured something else: finish the sweep with it, or plan it again", h.Version)
	}
	return nil
}

// pointSet is a set of points of a sweep.
type pointSet struct {
	bits  []uint64
	count int
}

func newPointSet(points int) *pointSet { return &pointSet{bits: make([]uint64, (points+63)/64)} }

func (p *pointSet) has(point int) bool { return p.bits[point/64]>>(point%64)&1 != 0 }

// add adds a point, and reports whether it is new.
func (p *pointSet) add(point int) bool {
	if p.has(point) {
		return false
	}
	p.bits[point/64] |= 1 << (point % 64)
	p.count++
	return true
}
