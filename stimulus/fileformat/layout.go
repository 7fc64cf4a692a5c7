package fileformat

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"twophase/internal/text/wording"
)

// A Layout says how the columns of a file become inputs. Its zero value takes all columns as
// they are.
type Layout struct {
	// Delimiter separates the values of a line of text: comma, tab, semicolon or space.
	// Empty: it is found from the first lines.
	Delimiter string

	// Transpose reads each column as a stimulus and each row as an input.
	Transpose bool

	// Columns are the columns that are read, by their names in the header, by their numbers
	// from 0, or as ranges of either, such as ch0-ch31. None: all.
	Columns []string
	// Skip are columns that are not read, in the form of Columns.
	Skip []string

	// Flat allows an array of one dimension, which is one column.
	Flat bool

	Views []Columns // the columns of each view, in the place of Columns and Skip
}

// Columns is a view's range of columns of a file, counted from 0, both ends included.
type Columns struct {
	View     string
	From, To int
}

// ErrColumns is the error of a Layout with columns that the file does not have.
// ErrDelimiter is that of a Layout with a delimiter for a file that is not text.
var (
	ErrColumns   = errors.New("columns")
	ErrDelimiter = errors.New("a delimiter is for text: leave it out")
)

// columnError is an ErrColumns in words.
type columnError struct{ error }

func (columnError) Is(target error) bool { return target == ErrColumns }

// pick returns the columns that are inputs, in the order of the inputs, of a file with some
// columns that may have names. It returns nil for all columns in their order.
func (l Layout) pick(columns int, names []string) (picked []int, err error) {
	if l.Views != nil {
		picked, err = pickViews(columns, l.Views)
	} else {
		picked, err = l.pickListed(columns, names)
	}
	if err != nil {
		return nil, columnError{err}
	}
	if len(picked) == columns && slices.IsSorted(picked) {
		picked = nil
	}
	return picked, nil
}

// pickViews returns the columns of all views. Its errors name the view that the file lacks, or
// that shares a column with another.
func pickViews(inputs int, views []Columns) (picked []int, err error) {
	owner := make([]string, inputs)
	for _, v := range views {
		switch {
		case v.From < 0 || v.From > v.To:
			return nil, fmt.Errorf("view %s has columns %d-%d: give the first and the last, counted from 0", v.View, v.From, v.To)
		case v.To >= inputs:
			return nil, fmt.Errorf("view %s is missing: it has columns %d-%d, and the file has columns 0-%d", v.View, v.From, v.To, inputs-1)
		}
		for c := v.From; c <= v.To; c++ {
			if owner[c] != "" {
				return nil, fmt.Errorf("views %s and %s both have column %d: give each column to one of them", owner[c], v.View, c)
			}
			owner[c], picked = v.View, append(picked, c)
		}
	}
	return picked, nil
}

func (l Layout) pickListed(columns int, names []string) (picked []int, err error) {
	if l.Columns == nil && l.Skip == nil {
		return nil, nil
	}
	chosen := make([]int, 0, columns)
	if l.Columns == nil {
		for c := range columns {
			chosen = append(chosen, c)
		}
	}
	for _, text := range l.Columns {
		span, err := findColumns(text, columns, names)
		if err != nil {
			return nil, err
		}
		for c := span.From; c <= span.To; c++ {
			if slices.Contains(chosen, c) {
				return nil, fmt.Errorf("column %s is asked for twice", nameOf(c, names))
			}
			chosen = append(chosen, c)
		}
	}
	skipped := make([]bool, columns)
	for _, text := range l.Skip {
		span, err := findColumns(text, columns, names)
		if err != nil {
			return nil, err
		}
		for c := span.From; c <= span.To; c++ {
			skipped[c] = true
		}
	}
	if chosen = slices.DeleteFunc(chosen, func(c int) bool { return skipped[c] }); len(chosen) == 0 {
		return nil, errors.New("no column is left: skip fewer")
	}
	return chosen, nil
}

// chosen returns the names of some columns, nil if there are no names.
func chosen(names []string, picked []int) (some []string) {
	if names == nil || picked == nil {
		return names
	}
	for _, c := range picked {
		some = append(some, names[c])
	}
	return some
}

// findColumns returns the columns that a text names: one, or a range.
func findColumns(text string, columns int, names []string) (Columns, error) {
	one, err := findColumn(text, columns, names)
	if err == nil {
		return Columns{From: one, To: one}, nil
	}
	for at := range text { // names may have a - of their own
		if text[at] != '-' {
			continue
		}
		from, wrong := findColumn(text[:at], columns, names)
		if wrong != nil {
			continue
		}
		to, wrong := findColumn(text[at+1:], columns, names)
		if wrong != nil {
			err = wrong
			continue
		}
		if from > to {
			return Columns{}, fmt.Errorf("columns %q: the first is behind the last", text)
		}
		return Columns{From: from, To: to}, nil
	}
	return Columns{}, err
}

// findColumn returns the number of the column of a name, or of a number from 0.
func findColumn(text string, columns int, names []string) (int, error) {
	if at := slices.Index(names, text); at >= 0 {
		if slices.Contains(names[at+1:], text) {
			return 0, fmt.Errorf("several columns are called %q: give their numbers, from 0 to %d", text, columns-1)
		}
		return at, nil
	}
	n, err := strconv.ParseUint(text, 10, 31)
	if err == nil && int(n) < columns {
		return int(n), nil
	}
	const listed = 12
	switch {
	case names == nil:
		return 0, fmt.Errorf("there is no column %q: the file has no header, and its columns have the numbers 0 to %d", text, columns-1)
	case len(names) > listed:
		return 0, fmt.Errorf("there is no column %q%s: the columns are %s, … and %s", text, wording.Hint(text, names), strings.Join(names[:listed], ", "), names[len(names)-1])
	}
	return 0, fmt.Errorf("there is no column %q%s: the columns are %s", text, wording.Hint(text, names), strings.Join(names, ", "))
}

// nameOf returns the name of a column, or its number from 0.
func nameOf(column int, names []string) string {
	if names == nil {
		return strconv.Itoa(column)
	}
	return names[column]
}
