package fileformat

import (
	"bufio"
	"errors"
	"io"
)

// A rowReader reads the stimuli of one format. Its errors name the row, and File adds the
// file. A constructor reads the first stimulus, so that the number of inputs is not merely a
// claim of the header.
type rowReader interface {
	// shape returns the number of stimuli, −1 if the file does not state it,
	// and the number of inputs.
	shape() (rows, inputs int)

	// next fills x with the next stimulus. It returns io.EOF after the last
	// one if nothing but the end of the file follows.
	next(x []float64) error
}

// readAhead is the number of bytes that are read at a time in a sequential reading.
const readAhead = 1 << 16

// unknownSize stands for the size of a file that is being unpacked.
const unknownSize = -1

// explain returns a plain error for the end of the file where more was expected.
func explain(err error) error {
	switch err {
	case io.EOF, io.ErrUnexpectedEOF:
		return errors.New("the file ends here: it is truncated")
	}
	return err
}

// startsWith reports whether the next bytes of in are the prefix.
func startsWith(in *bufio.Reader, prefix string) bool {
	start, _ := in.Peek(len(prefix))
	return string(start) == prefix
}

// pickedColumns reads some columns of the stimuli of a file.
type pickedColumns struct {
	rows   rowReader
	picked []int
	whole  []float64 // a row
}

func (p *pickedColumns) shape() (rows, inputs int) {
	rows, _ = p.rows.shape()
	return rows, len(p.picked)
}

func (p *pickedColumns) next(x []float64) error {
	if err := p.rows.next(p.whole); err != nil {
		return err
	}
	for i, c := range p.picked {
		x[i] = p.whole[c]
	}
	return nil
}
