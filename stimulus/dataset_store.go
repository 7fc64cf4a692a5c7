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
		return nil, fmt.Errorf("making a temporary file to shuffle the stimuli in %s: %w", path, err)
	}
	a, err := unpack(spool, f)
	if err != nil {
		spool.Close()
		return nil, fmt.Errorf("unpacking the stimuli in %s to shuffle them: %w", path, err)
	}
	return &store{a, d, spool}, nil
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

// unpack writes the stimuli of a file to out and returns their layout. A binary file keeps
// its type, so that images take one byte a pixel.
func unpack(out io.Writer, f *File) (array, error) {
	a := array{element: element{kind: 'f', size: 8}, inputs: f.Inputs()}
	rows, isArray := f.rows.(*arrayReader)
	if isArray {
		a.element = element{kind: rows.kind, size: rows.size}
	}
	w := bufio.NewWriterSize(out, 1<<18)
	x, raw := make([]float64, a.inputs), make([]byte, a.rowBytes())
	for ; ; a.rows++ {
		if err := f.Next(x); err == io.EOF {
			return a, spoolError(w.Flush())
		} else if err != nil {
			return a, err
		}
		if isArray {
			raw = rows.raw // little-endian, once it has been decoded
		} else {
			encode(raw, x)
		}
		if _, err := w.Write(raw); err != nil {
			return a, spoolError(err)
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
