package experiment

import (
	"fmt"
	"strings"
)

// FileError is what is wrong at one place of an experiment file.
type FileError struct {
	Path         string
	Line, Column int    // from 1, in characters; 0 if there is no one place
	Text         string // the line
	Err          error
}

// Error returns the place and what is wrong, and below it the line with a caret.
func (e *FileError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.Path, e.Err)
	}
	number := fmt.Sprintf("  %d | ", e.Line)
	var before strings.Builder // as wide as what stands before the caret
	for i, r := range []rune(e.Text) {
		if i >= e.Column-1 {
			break
		}
		if r != '\t' {
			r = ' '
		}
		before.WriteRune(r)
	}
	return fmt.Sprintf("%s:%d:%d: %v\n%s%s\n%s%s^", e.Path, e.Line, e.Column, e.Err,
		number, e.Text, strings.Repeat(" ", len(number)), before.String())
}

// Unwrap returns the error without the place.
func (e *FileError) Unwrap() error { return e.Err }
