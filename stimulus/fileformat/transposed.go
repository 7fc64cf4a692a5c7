package fileformat

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"twophase/stimulus"
)

// transposedBuffer is about how many bytes of an array are read at a time to transpose it.
const transposedBuffer = 1 << 22

// A transposedReader reads the columns of an array [inputs×rows] that lies row by row in a file:
// each is a stimulus. So lies a NumPy array in Fortran order too. It reads a stretch of each row at
// a time, so that the array need not fit into memory.
type transposedReader struct {
	Array              // as its stimuli are: rows is how many there are
	in     io.ReaderAt // of the file
	row    int         // stimuli that were read
	from   int         // the first stimulus of the stretch
	to     int         // the one behind its last
	each   int         // stimuli in a stretch
	raw    []byte
	values []float64 // [inputs×each]
}

// newTransposed returns a reader of an array of rows and inputs whose numbers lie input by input.
func newTransposed(in io.ReaderAt, a Array) (*transposedReader, error) {
	each := min(max(1, transposedBuffer/(a.inputs*8)), a.rows)
	r := &transposedReader{Array: a, in: in, each: each, raw: make([]byte, each*a.size), values: make([]float64, a.inputs*each)}
	return r, r.load(0)
}

func (r *transposedReader) shape() (rows, inputs int) { return r.rows, r.inputs }

func (r *transposedReader) next(x []float64) error {
	if r.row == r.rows {
		return io.EOF
	}
	if r.row == r.to {
		if err := r.load(r.row); err != nil {
			return err
		}
	}
	for i := range x {
		x[i] = r.values[i*r.each+r.row-r.from]
	}
	r.row++
	if err := stimulus.CheckFinite(x); err != nil {
		return fmt.Errorf("stimulus %d: %w", r.row, err)
	}
	return nil
}

// load reads the stretch that begins with a stimulus.
func (r *transposedReader) load(from int) error {
	count := min(r.each, r.rows-from)
	raw := r.raw[:count*r.size]
	for i := range r.inputs {
		if _, err := r.in.ReadAt(raw, r.offset+(int64(i)*int64(r.rows)+int64(from))*int64(r.size)); err != nil {
			return fmt.Errorf("input %d (from 0) of stimulus %d on: %w", i, from+1, explain(err))
		}
		r.decode(r.values[i*r.each:i*r.each+count], raw)
	}
	r.from, r.to = from, from+count
	return nil
}

// A Spool is a temporary file to which stimuli are unpacked once, so that they can be transposed.
// Several readings of one file share it.
type Spool struct {
	Folder string // the directory for the temporary file; empty stands for os.TempDir
	mu     sync.Mutex
	file   *os.File
	array  Array
}

// unpack writes what a file holds to the temporary file, if that is not there yet.
func (s *Spool) unpack(f *File) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file != nil {
		return nil
	}
	if s.file, err = TempFile(s.Folder); err != nil {
		return fmt.Errorf("making a temporary file to transpose the stimuli: %w", err)
	}
	if s.array, err = Unpack(s.file, f); err != nil {
		err = errors.Join(err, s.file.Close())
		s.file = nil
	}
	return err
}

// Close removes the temporary file, if there is one.
func (s *Spool) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// transpose returns a reader of the columns of what a file holds. The numbers of an array are read
// at their place in the file; all others are first written to a temporary file.
func transpose(f *File, file io.ReaderAt, spool *Spool) (rowReader, error) {
	var a Array
	if f.direct != nil {
		a = *f.direct
	} else {
		if err := spool.unpack(f); err != nil {
			return nil, err
		}
		a, file = spool.array, spool.file
	}
	a.rows, a.inputs, a.columns = a.inputs, a.rows, 0
	if a.inputs > maxInputs {
		return nil, fmt.Errorf("transposed, its stimuli have %d inputs: more than %d are not supported", a.inputs, maxInputs)
	}
	return newTransposed(file, a)
}
