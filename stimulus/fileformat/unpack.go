package fileformat

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
)

// TempFile opens a temporary file. An open file without a name lives until it is closed, so nothing
// stays behind even if the run is killed.
func TempFile(folder string) (*os.File, error) {
	spool, err := os.CreateTemp(folder, "twophase-spool-*")
	if err == nil {
		os.Remove(spool.Name())
	}
	return spool, err
}

// An Unpacking yields the stimuli of a file, and writes them as an array meanwhile.
type Unpacking struct {
	file *File
	to   Array
	out  *bufio.Writer
	raw  []byte // a row, unless that is what the file has
}

// NewUnpacking begins to unpack the stimuli of a file. A binary file keeps its type, so that images
// take one byte a pixel.
func NewUnpacking(out io.Writer, f *File) *Unpacking {
	u := &Unpacking{file: f, to: Array{element: element{kind: 'f', size: 8}, inputs: f.Inputs()}, out: bufio.NewWriterSize(out, 1<<18)}
	if rows, isArray := f.rows.(*arrayReader); isArray {
		u.to.element = element{kind: rows.kind, size: rows.size}
	} else {
		u.raw = make([]byte, u.to.RowBytes())
	}
	return u
}

// Inputs returns N, the number of values of each stimulus.
func (u *Unpacking) Inputs() int { return u.file.Inputs() }

// Next fills x [N] with the next stimulus, as File.Next does.
func (u *Unpacking) Next(x []float64) error {
	if err := u.file.Next(x); err != nil {
		return err
	}
	raw := u.raw
	if rows, isArray := u.file.rows.(*arrayReader); isArray {
		raw = rows.raw // little-endian, once it has been decoded
	} else {
		encode(raw, x)
	}
	u.to.rows++
	_, err := u.out.Write(raw)
	return spoolError(err)
}

// End returns the array that was written.
func (u *Unpacking) End() (Array, error) { return u.to, spoolError(u.out.Flush()) }

// Unpack writes the stimuli of a file to out and returns the array that they become.
func Unpack(out io.Writer, f *File) (Array, error) {
	u := NewUnpacking(out, f)
	x := make([]float64, u.Inputs())
	for {
		if err := u.Next(x); err == io.EOF {
			return u.End()
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
