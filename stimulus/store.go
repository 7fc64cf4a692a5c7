package stimulus

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
)

// A store reads the stimuli of a file in any order. Several goroutines may use
// it at the same time.
type store struct {
	array
	path string // of the stimuli, for errors
	file *os.File
}

// openStore opens a file of stimuli for reading in any order: in its place, or
// unpacked into a temporary file in the directory spools.
func openStore(path, spools string) (*store, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if f.direct != nil {
		file, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("opening the stimuli in %s: %w", path, err)
		}
		return &store{*f.direct, path, file}, nil
	}
	spool, err := os.CreateTemp(spools, "twophase-spool-*")
	if err != nil {
		return nil, fmt.Errorf("making a temporary file to shuffle the stimuli in %s: %w", path, err)
	}
	// An open file without a name lives until it is closed, so nothing stays
	// behind even if the run is killed.
	os.Remove(spool.Name())
	a, err := unpack(spool, f)
	if err != nil {
		spool.Close()
		return nil, fmt.Errorf("unpacking the stimuli in %s to shuffle them: %w", path, err)
	}
	return &store{a, path, spool}, nil
}

// read fills x with the stimulus in a row, by way of raw, the bytes of a row.
func (s *store) read(x []float64, row int, raw []byte) error {
	if _, err := s.file.ReadAt(raw, s.offset+int64(row)*int64(len(raw))); err != nil {
		return explain(err)
	}
	s.decode(x, raw)
	return checkFinite(x)
}

// unpack writes the stimuli of a file to out and returns how they lie there. A
// binary file keeps its type, so that images take one byte a pixel.
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

// spoolError says what to do if the temporary file cannot be written.
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
