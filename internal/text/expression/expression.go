package expression

import (
	"fmt"
	"math"

	"twophase/internal/text/wording"
)

// Expression is a compiled expression.
type Expression struct {
	text string
	code []instruction
	used []bool
}

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

// Constant is a name that stands for a number.
type Constant struct {
	Name  string
	Value float64
}

// Compile compiles an expression in which some names are visible, and constants. An error is an *Error.
func Compile(text string, names []string, constants ...Constant) (Expression, error) {
	text = plain(text)
	tokens, err := scan(text)
	if err != nil {
		return Expression{}, err
	}
	c := compiler{text: text, tokens: tokens, names: names, constants: constants, used: make([]bool, len(names))}
	if err := c.whole(); err != nil {
		return Expression{}, err
	}
	return Expression{text, c.code, c.used}, nil
}

// Eval returns the expression's value, where values are those of the names that Compile was
// given, in their order.
func (e Expression) Eval(values []float64) float64 { return run(e.code, values) }

// EvalAll sets each number of dst to the expression's value, to the bits of Eval, where
// values [name][dst] are the values of the names. A name whose values are nil is 0. dst shares no memory with values.
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
		return 0, fmt.Errorf("%q is %s: it must be a whole number from %d to %d", e.text, wording.Format(v), min, max)
	}
	return int(v), nil
}
