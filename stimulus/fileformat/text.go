package fileformat

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"twophase/internal/text/wording"
)

// maxLine bounds a line of text, because the file may not be text.
const maxLine = 64 << 20

// A textReader reads lines of numbers, one stimulus a line. Lines at the beginning that begin
// with # are comments, of which the last may name the columns, as numpy.savetxt writes them. A
// first line none of whose fields is a number is a header. Blank lines are skipped.
type textReader struct {
	in        *bufio.Reader
	line      int    // lines that were read
	long      []byte // a line longer than the buffer of in
	held      []byte // a line that is read again; nil: none
	heldLine  int    // its number
	delimiter delimiter

	columns int
	names   []string // of the inputs; nil: the file has none
	place   []int    // the input that each column is, −1 for none

	first  []float64 // the first stimulus
	peeked bool      // first has not been returned yet
}

func newText(in *bufio.Reader, l Layout) (*textReader, error) {
	if startsWith(in, "\ufeff") { // the byte order mark of Windows programs
		in.Discard(len("\ufeff"))
	}
	r := &textReader{in: in}
	header, line, err := r.begin(l.Delimiter)
	if err == io.EOF {
		return nil, errors.New("the file holds no stimuli")
	} else if err != nil {
		return nil, err
	}
	r.columns = r.delimiter.count(line)
	var names []string
	if header != nil {
		if names = r.delimiter.names(header); len(names) != r.columns {
			return nil, fmt.Errorf("line %d has %s and the header %d", r.line, wording.Count(r.columns, "value"), len(names))
		}
	}
	picked, err := l.pick(r.columns, names)
	if err != nil {
		return nil, err
	}
	r.choose(picked, names)
	r.peeked = true
	return r, r.parse(r.first, line)
}

// begin finds the header, nil if there is none, and the first line of numbers. It decides which
// delimiter there is.
func (r *textReader) begin(delimiter string) (header, line []byte, err error) {
	var comment []byte
	if line, err = r.readLine(); err != nil {
		return nil, nil, err
	}
	for line[0] == '#' {
		comment = bytes.TrimSpace(bytes.Clone(line[1:]))
		if line, err = r.readLine(); err != nil {
			return nil, nil, err
		}
	}
	first, number := bytes.Clone(line), r.line
	second, err := r.readLine()
	end := err == io.EOF
	switch {
	case err != nil && !end:
		return nil, nil, err
	case end:
		second = first
	}
	if r.delimiter = delimiterOf(delimiter); r.delimiter == 0 {
		r.delimiter = findDelimiter(second)
	}
	first, second, comment = r.delimiter.trim(first), r.delimiter.trim(second), r.delimiter.trim(comment)
	switch {
	case r.delimiter.isHeader(first) || !end && r.delimiter.numbersColumns(first):
		if end {
			return nil, nil, io.EOF
		}
		return first, second, nil
	case !end:
		r.held, r.heldLine = bytes.Clone(second), r.line
	}
	r.line = number
	if len(comment) > 0 && r.delimiter.isHeader(comment) && len(r.delimiter.split(comment)) == r.delimiter.count(first) {
		header = comment
	}
	return header, first, nil
}

// choose sets which columns are inputs; nil stands for all.
func (r *textReader) choose(picked []int, names []string) {
	r.place = make([]int, r.columns)
	if picked == nil {
		for c := range r.place {
			r.place[c] = c
		}
		r.names, r.first = names, make([]float64, r.columns)
		return
	}
	for c := range r.place {
		r.place[c] = -1
	}
	for i, c := range picked {
		r.place[c] = i
	}
	r.names, r.first = chosen(names, picked), make([]float64, len(picked))
}

// inputNames returns the names of the columns that were picked.
func (r *textReader) inputNames() []string { return r.names }

func (r *textReader) shape() (rows, inputs int) { return -1, len(r.first) }

func (r *textReader) next(x []float64) error {
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
func (r *textReader) readLine() ([]byte, error) {
	if line := r.held; line != nil {
		r.held, r.line = nil, r.heldLine
		return line, nil
	}
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
			return nil, fmt.Errorf("line %d is longer than %d MB: this is not a file of numbers as text", r.line, maxLine>>20)
		case err != nil && err != io.EOF:
			return nil, fmt.Errorf("line %d: %w", r.line, explain(err))
		}
		if len(bytes.TrimSpace(line)) > 0 {
			return r.delimiter.trim(line), nil
		}
		if err == io.EOF {
			return nil, io.EOF
		}
	}
}

// parse fills x with the numbers of a line.
func (r *textReader) parse(x []float64, line []byte) error {
	if n := r.delimiter.count(line); n != r.columns {
		return fmt.Errorf("line %d has %s, the lines before it have %d", r.line, wording.Count(n, "value"), r.columns)
	}
	for column, i := range r.place {
		var field []byte
		if field, line = r.delimiter.cut(line); i < 0 {
			continue
		}
		v, err := wording.ParseNumber(string(unquoted(field))) // the string does not escape
		if err != nil {
			return r.misread(column, i, field, err)
		}
		x[i] = v
	}
	return nil
}

// misread returns the error of a field that is no number.
func (r *textReader) misread(column, input int, field []byte, err error) error {
	where := ""
	switch {
	case r.names != nil:
		where = " (" + r.names[input] + ")"
	case column != input:
		where = fmt.Sprintf(" (column %d)", column)
	}
	what := fmt.Sprintf("inputs count from 0, and values are separated by %s", r.delimiter.plural())
	if len(bytes.TrimSpace(field)) == 0 {
		what += "; no value may be missing: leave out the line, or the column by --skip-columns"
	}
	return fmt.Errorf("line %d, input %d%s: %w (%s)", r.line, input, where, err, what)
}
