package stimulus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"twophase/internal/number"
)

// maxLine bounds a line of a CSV file, because the file may not be text.
const maxLine = 64 << 20

// A csvReader reads comma separated numbers, one stimulus a line. A first line
// none of whose fields is a number is a header. Blank lines are skipped.
type csvReader struct {
	in     *bufio.Reader
	line   int       // lines that were read
	long   []byte    // a line longer than the buffer of in
	first  []float64 // the first stimulus
	peeked bool      // first has not been returned yet
}

func newCSV(in *bufio.Reader) (*csvReader, error) {
	if startsWith(in, "\ufeff") { // the byte order mark of Windows programs
		in.Discard(len("\ufeff"))
	}
	r := &csvReader{in: in}
	line, err := r.readLine()
	columns := 0
	if err == nil && isHeader(line) {
		columns = countFields(line)
		line, err = r.readLine()
	}
	if err == io.EOF {
		return nil, errors.New("the file holds no stimuli")
	} else if err != nil {
		return nil, err
	}
	r.first = make([]float64, countFields(line))
	if columns != 0 && columns != len(r.first) {
		return nil, fmt.Errorf("line %d has %d values and the header %d", r.line, len(r.first), columns)
	}
	r.peeked = true
	return r, r.parse(r.first, line)
}

func (r *csvReader) shape() (rows, inputs int) { return -1, len(r.first) }

func (r *csvReader) next(x []float64) error {
	if r.peeked {
		r.peeked = false
		copy(x, r.first)
		return nil
	}
	line, err := r.readLine()
	if err != nil {
		return err
	}
	return r.parse(x, line)
}

// readLine returns the next line that is not blank, without the spaces around
// it. It is valid until the next call.
func (r *csvReader) readLine() ([]byte, error) {
	for {
		r.line++
		line, err := r.in.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			r.long = r.long[:0]
			for err == bufio.ErrBufferFull && len(r.long) <= maxLine {
				r.long = append(r.long, line...)
				line, err = r.in.ReadSlice('\n')
			}
			r.long = append(r.long, line...)
			line = r.long
		}
		switch {
		case len(line) > maxLine:
			return nil, fmt.Errorf("line %d is longer than %d MB: this is not a file of comma separated numbers", r.line, maxLine>>20)
		case err != nil && err != io.EOF:
			return nil, fmt.Errorf("line %d: %w", r.line, explain(err))
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return line, nil
		}
		if err == io.EOF {
			return nil, io.EOF
		}
	}
}

// parse fills x with the numbers of a line.
func (r *csvReader) parse(x []float64, line []byte) error {
	if n := countFields(line); n != len(x) {
		return fmt.Errorf("line %d has %d values, the lines before it have %d", r.line, n, len(x))
	}
	for i := range x {
		var field []byte
		field, line, _ = bytes.Cut(line, comma)
		v, err := parseNumber(field)
		if err != nil {
			return fmt.Errorf("line %d, input %d: %w", r.line, i+1, err)
		}
		x[i] = v
	}
	return nil
}

var comma = []byte(",")

func countFields(line []byte) int { return bytes.Count(line, comma) + 1 }

// isHeader reports whether no field of a line is a number. A number in a form that is refused
// counts as a number: otherwise the line would be lost silently.
func isHeader(line []byte) bool {
	for field := range bytes.SplitSeq(line, comma) {
		if number.Near(string(field)) {
			return false
		}
	}
	return true
}

// parseNumber returns the finite number of a field.
func parseNumber(field []byte) (float64, error) {
	v, err := number.Parse(string(field)) // the string does not escape
	if err != nil {
		return 0, fmt.Errorf("%w (values are separated by commas)", err)
	}
	return v, nil
}
