package stimulus

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
)

// A store is the stimuli of a file, readable in any order. A file that is packed or text is
// first unpacked into a temporary file.
type store struct {
	array
	data  *Dataset
	spool *os.File // the temporary file; nil: none
}

// openStore opens the stimuli of a dataset for reading in any order.
func openStore(d *Dataset) (*store, error) {
	f, err := d.open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if f.direct != nil {
		return &store{array: *f.direct, data: d}, nil
	}
	path, spools := d.path, d.spools
	spool, err := makeSpool(spools)
	if err != nil {
		return nil, noSpool(path, err)
	}
	a, err := unpack(spool, f)
	if err != nil {
		spool.Close()
		return nil, fmt.Errorf("unpacking the stimuli in %s to shuffle them: %w", path, err)
	}
	return &store{a, d, spool}, nil
}

// noSpool is the error of a temporary file that cannot be made.
func noSpool(path string, err error) error {
	return fmt.Errorf("making a temporary file to shuffle the stimuli in %s: %w", path, err)
}

// makeSpool opens a temporary file. An open file without a name lives until it is closed, so nothing
// stays behind even if the run is killed.
func makeSpool(folder string) (*os.File, error) {
	spool, err := os.CreateTemp(folder, "twophase-spool-*")
	if err == nil {
		os.Remove(spool.Name())
	}
	return spool, err
}

// reader returns a reader of the numbers, for one goroutine.
func (s *store) reader() io.ReaderAt {
	if s.spool != nil {
		return s.spool
	}
	return s.data.file.reader()
}

// close removes the temporary file, if there is one.
func (s *store) close() error {
	if s.spool == nil {
		return nil
	}
	return s.spool.Close()
}

// read fills x with the stimulus in a row; raw is a buffer of the bytes of a row.
func (s *store) read(x []float64, row int, in io.ReaderAt, raw []byte) error {
	if _, err := in.ReadAt(raw, s.offset+int64(row)*int64(len(raw))); err != nil {
		return explain(err)
	}
	s.decode(x, raw)
	return checkFinite(x)
}

// unpacking yields the stimuli of a file and writes them to a store.
type unpacking struct {
	*File
	to  array
	out *bufio.Writer
	raw []byte // a row, unless that is what the file has
}

// newUnpacking begins to unpack the stimuli of a file. A binary file keeps its type, so that images
// take one byte a pixel.
func newUnpacking(out io.Writer, f *File) *unpacking {
	u := &unpacking{File: f, to: array{element: element{kind: 'f', size: 8}, inputs: f.Inputs()}, out: bufio.NewWriterSize(out, 1<<18)}
	if rows, isArray := f.rows.(*arrayReader); isArray {
		u.to.element = element{kind: rows.kind, size: rows.size}
	} else {
		u.raw = make([]byte, u.to.rowBytes())
	}
	return u
}

// Next implements Source.
func (u *unpacking) Next(x []float64) error {
	if err := u.File.Next(x); err != nil {
		return err
	}
	raw := u.raw
	if rows, isArray := u.rows.(*arrayReader); isArray {
		raw = rows.raw // little-endian, once it has been decoded
	} else {
		encode(raw, x)
	}
	u.to.rows++
	_, err := u.out.Write(raw)
	return spoolError(err)
}

// end returns the layout of what was written.
func (u *unpacking) end() (array, error) { return u.to, spoolError(u.out.Flush()) }

// unpack writes the stimuli of a file to out and returns their layout.
func unpack(out io.Writer, f *File) (array, error) {
	u := newUnpacking(out, f)
	x := make([]float64, u.Inputs())
	for {
		if err := u.Next(x); err == io.EOF {
			return u.end()
		} else if err != nil {
			return u.to, err
		}
	}
}

// spoolError adds what to do to an error of writing the temporary file.
func spoolError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("writing the temporary file (choose another directory for it, or do not shuffle): %w", err)
}

// encode writes x as little-endian float64.
func encode(raw []byte, x []float64) {
	for i, v := range x {
		binary.LittleEndian.PutUint64(raw[8*i:], math.Float64bits(v))
	}
}
