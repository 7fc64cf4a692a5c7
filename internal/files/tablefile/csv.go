package tablefile

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// ReadCSV reads a table in CSV. A column is of whole numbers, of numbers or of texts, as its cells are; one that is empty
// is of numbers that are not known. No two columns have one name.
func ReadCSV(r io.Reader) (fields []Field, rows [][]any, err error) {
	lines, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return nil, nil, err
	}
	if len(lines) == 0 {
		return nil, nil, errors.New("the table has no header")
	}
	for range lines[1:] {
		rows = append(rows, make([]any, len(lines[0])))
	}
	for column, name := range lines[0] {
		if slices.Contains(lines[0][:column], name) {
			return nil, nil, fmt.Errorf("the table has two columns %q", name)
		}
		f := Field{name, kindOf(lines[1:], column)}
		fields = append(fields, f)
		for i, line := range lines[1:] {
			rows[i][column] = f.cell(line[column])
		}
	}
	return fields, rows, nil
}

// kindOf returns the kind of a column of texts. What a number would not be written as stays a text, such as 01.
func kindOf(lines [][]string, column int) Kind {
	kind, some := Integer, false
	for _, line := range lines {
		text := line[column]
		if text == "" {
			continue
		}
		some = true
		if n, err := strconv.ParseInt(text, 10, 64); err == nil && strconv.FormatInt(n, 10) == text {
			continue
		}
		if v, err := strconv.ParseFloat(text, 64); err != nil || strconv.FormatFloat(v, 'g', -1, 64) != text {
			return Text
		}
		kind = Number
	}
	if !some {
		return Number
	}
	return kind
}

// cell returns the value of a text that is of the kind.
func (f Field) cell(text string) any {
	if text == "" {
		return nil
	}
	switch f.Kind {
	case Integer:
		n, _ := strconv.ParseInt(text, 10, 64)
		return n
	case Number:
		v, _ := strconv.ParseFloat(text, 64)
		return v
	}
	return text
}
