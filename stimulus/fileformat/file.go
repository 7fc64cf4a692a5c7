package fileformat

import (
	"errors"
	"fmt"
	"io"

	"twophase/stimulus"
)

// File is a source of the stimuli in a file, in the file's order. It streams the file. A
// compressed array that is stored by columns is first unpacked into a temporary file.
type File struct {
	path   string
	rows   rowReader
	names  []string  // of the inputs; nil: the file has none
	direct *Array    // the numbers in the file itself, nil if packed or text
	closer io.Closer // nil: the caller closes it
}

// Inputs returns N, the number of values of each stimulus.
func (f *File) Inputs() int {
	_, inputs := f.rows.shape()
	return inputs
}

// Rows returns the number of stimuli if the file states it, else −1.
func (f *File) Rows() int {
	rows, _ := f.rows.shape()
	return rows
}

// Names returns the names of the inputs, nil if the file has none.
func (f *File) Names() []string { return f.names }

// Image returns the size of the images that the stimuli are, row by row, if the file is
// an array of three dimensions, stimuli × rows × columns; else 0 and 0.
func (f *File) Image() (rows, columns int) {
	if a, ok := f.rows.(*arrayReader); ok && a.columns > 0 && !a.fortran {
		return a.inputs / a.columns, a.columns
	}
	return 0, 0
}

// Array returns where the numbers lie in the file itself, nil if they are packed or text or some
// columns are left out.
func (f *File) Array() *Array { return f.direct }

// Next fills x [N] with the next stimulus, or returns io.EOF after the last one.
// Any other error names the file, the line or stimulus, and the input.
func (f *File) Next(x []float64) error {
	stimulus.CheckLength(x, f.Inputs())
	if err := f.rows.next(x); err == io.EOF {
		return io.EOF
	} else if err != nil {
		return fmt.Errorf("reading the stimuli in %s: %w", f.path, err)
	}
	return nil
}

// Close closes the file.
func (f *File) Close() error {
	err := f.closeRows()
	if f.closer != nil {
		err = errors.Join(err, f.closer.Close())
	}
	return err
}

// closeRows closes the reader of the file's format, if it has something to close.
func (f *File) closeRows() error {
	if rows, ok := f.rows.(io.Closer); ok {
		return rows.Close()
	}
	return nil
}
