package expression

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"twophase/internal/text/number"
)

// Expression is a compiled expression.
type Expression struct {
	text string
	code []instruction
	used []bool
}

// Compile compiles an expression in which some names are visible. An error is an *Error.
func Compile(text string, names []string) (Expression, error) {
	if err := checkText(text); err != nil {
		return Expression{}, err
	}
	e, err := compile(text, names)
	for i := range e.code {
		if in := &e.code[i]; in.op == constant {
			in.row = slices.Repeat([]float64{in.constant}, block)
		}
	}
	return e, err
}

// Eval returns the expression's value, where values are those of the names that Compile was
// given, in their order.
func (e Expression) Eval(values []float64) float64 { return run(e.code, values) }

// EvalAll sets each number of dst to the expression's value, to the bits of Eval, where
// values [name][dst] are those of the names. Those of a name that are nil are 0. dst
// shares no memory with values.
func (e Expression) EvalAll(dst []float64, values [][]float64) { runAll(e.code, dst, values) }

// Constant returns the expression's value if it depends on no name.
func (e Expression) Constant() (v float64, ok bool) {
	return e.code[0].constant, len(e.code) == 1 && e.code[0].op == constant
}

// Uses reports whether the name of an index occurs in the expression.
func (e Expression) Uses(name int) bool { return e.used[name] }

// String returns the expression as it was written.
func (e Expression) String() string { return e.text }

// Whole returns the expression's value if it is a whole number from min to max, as a size is.
func (e Expression) Whole(values []float64, min, max int) (int, error) {
	v := e.Eval(values)
	if v != math.Trunc(v) || v < float64(min) || v > float64(max) {
		return 0, fmt.Errorf("%q is %s: it must be a whole number from %d to %d", e.text, number.Format(v), min, max)
	}
	return int(v), nil
}

// maxLength is the length of the longest expression, in bytes. The parser calls itself for each
// bracket.
const maxLength = 1000

// checkText returns an error if a text has a character that no expression has. So nothing of
// the parser's language is read that this package does not know, such as comments.
func checkText(text string) error {
	if strings.TrimSpace(text) == "" {
		return &Error{Text: text, Column: 1, Message: "the expression is empty: write a number if it is always the same"}
	}
	if len(text) > maxLength {
		return &Error{Text: text[:40] + "…", Column: 1, Message: fmt.Sprintf("the expression has %d bytes: at most %d are read", len(text), maxLength)}
	}
	before, column := ' ', 0
	for _, r := range text {
		column++
		switch {
		case !allowed(r):
			return &Error{Text: text, Column: column, Message: fmt.Sprintf("%q cannot stand in an expression%s", r, instead(r))}
		case before == '/' && (r == '/' || r == '*'):
			return &Error{Text: text, Column: column - 1, Message: fmt.Sprintf("%q is not an operator: division is /", string(before)+string(r))}
		}
		before = r
	}
	return nil
}
