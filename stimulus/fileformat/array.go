package fileformat

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"

	"twophase/stimulus"
)

// maxInputs bounds the inputs of a binary file, because a damaged header may claim any
// number.
const maxInputs = 1 << 24

// An Array describes numbers [rows×inputs], row-major, in a binary file.
type Array struct {
	element
	rows, inputs int
	offset       int64 // of the first number, in bytes
	fortran      bool  // each column is a stimulus
	columns      int   // of each stimulus if there are three dimensions, else 0
	flat         error // why one dimension is not what is wanted; nil if there are more
}

// newArray returns the array of the given dimensions, of which the first one
// counts the stimuli and the others are flattened.
func newArray(e element, offset int64, dims []uint64) (Array, error) {
	var flat error
	switch len(dims) {
	case 1:
		flat = errors.New("the array has 1 dimension(s): it takes two, stimuli × inputs (reshape a single input to (-1, 1))")
	case 0:
		return Array{}, fmt.Errorf("the array has %d dimension(s): it takes two, stimuli × inputs (reshape a single input to (-1, 1))", len(dims))
	}
	inputs := uint64(1)
	for _, d := range dims[1:] {
		high, product := bits.Mul64(inputs, d)
		if high != 0 || product > maxInputs {
			return Array{}, fmt.Errorf("the header claims stimuli of %v values: more than %d inputs are not supported", dims[1:], maxInputs)
		}
		inputs = product
	}
	high, bytes := bits.Mul64(dims[0], inputs*uint64(e.size))
	switch {
	case dims[0] == 0 || inputs == 0:
		return Array{}, fmt.Errorf("the file holds no stimuli: its dimensions are %v", dims)
	case high != 0 || bytes > math.MaxInt64/2:
		return Array{}, fmt.Errorf("the header claims %d stimuli of %d inputs, more than any file can hold", dims[0], inputs)
	}
	a := Array{flat: flat, element: e, rows: int(dims[0]), inputs: int(inputs), offset: offset}
	if len(dims) == 3 {
		a.columns = int(dims[2])
	}
	return a, nil
}

// Rows returns the number of stimuli.
func (a Array) Rows() int { return a.rows }

// Inputs returns N, the number of values of each stimulus.
func (a Array) Inputs() int { return a.inputs }

// RowBytes returns the bytes that one stimulus takes.
func (a Array) RowBytes() int { return a.inputs * a.size }

// ReadRow fills x [N] with the stimulus in a row, counted from 0. The array lies in the file in,
// and raw is a buffer of RowBytes bytes.
func (a Array) ReadRow(x []float64, row int, in io.ReaderAt, raw []byte) error {
	if _, err := in.ReadAt(raw, a.offset+int64(row)*int64(len(raw))); err != nil {
		return explain(err)
	}
	a.decode(x, raw)
	return stimulus.CheckFinite(x)
}

// checkSize compares what the header promises with the size of the file.
func (a Array) checkSize(size int64) error {
	want := a.offset + int64(a.rows)*int64(a.RowBytes())
	switch {
	case size == unknownSize || size == want:
		return nil
	case size < want:
		return fmt.Errorf("the file is truncated: its header promises %d stimuli of %d inputs, %d bytes in all, and it has %d",
			a.rows, a.inputs, want, size)
	}
	return fmt.Errorf("the file is longer than its header says: %d stimuli of %d inputs take %d bytes, and it has %d",
		a.rows, a.inputs, want, size)
}

// An arrayReader reads the rows of an array one after another.
type arrayReader struct {
	Array
	in     io.Reader // at the next row
	raw    []byte    // one row
	row    int       // rows that were read
	peeked bool      // raw already holds the next row
}

// newArrayReader reads the first row. So the buffer grows only with what is read, and the
// number of inputs is not merely a claim of the header.
func newArrayReader(in io.Reader, size int64, a Array) (*arrayReader, error) {
	if err := a.checkSize(size); err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(io.LimitReader(in, int64(a.RowBytes())))
	if err == nil && len(raw) < a.RowBytes() {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, fmt.Errorf("stimulus 1 of %d: %w", a.rows, explain(err))
	}
	return &arrayReader{Array: a, in: in, raw: raw, peeked: true}, nil
}

func (r *arrayReader) shape() (rows, inputs int) { return r.rows, r.inputs }

func (r *arrayReader) next(x []float64) error {
	if r.row == r.rows {
		return r.end()
	}
	r.row++
	if !r.peeked {
		if _, err := io.ReadFull(r.in, r.raw); err != nil {
			return fmt.Errorf("stimulus %d of %d: %w", r.row, r.rows, explain(err))
		}
	}
	r.peeked = false
	r.decode(x, r.raw)
	if err := stimulus.CheckFinite(x); err != nil {
		return fmt.Errorf("stimulus %d: %w", r.row, err)
	}
	return nil
}

// end returns io.EOF if the file ends after the last row. Reading on also makes
// gzip and zip compare their checksums.
func (r *arrayReader) end() error {
	switch _, err := io.ReadFull(r.in, make([]byte, 1)); err {
	case io.EOF:
		return io.EOF
	case nil:
		return fmt.Errorf("there is more after the last of the %d stimuli that the header promises", r.rows)
	default:
		return fmt.Errorf("after the last of %d stimuli: %w", r.rows, explain(err))
	}
}
