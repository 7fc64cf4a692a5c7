package expression

import "fmt"

// Error is the error of an expression that cannot be compiled.
type Error struct {
	Text    string // of the expression
	Column  int    // the place in it, in characters from 1
	Message string
	Unknown string // the name that is not visible, if that is the error
}

func (e *Error) Error() string {
	return fmt.Sprintf("column %d of %q: %s", e.Column, e.Text, e.Message)
}
