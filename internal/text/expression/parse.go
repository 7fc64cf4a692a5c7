//go:build !js

package expression

import (
	"errors"
	"fmt"
	"strings"

	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
)

// compile parses a text of allowed characters and compiles it.
func compile(text string, names []string) (Expression, error) {
	tree, err := parser.Parse(text)
	if err != nil {
		return Expression{}, syntaxError(text, err)
	}
	c := compiler{text: text, runes: []rune(text), names: names, used: make([]bool, len(names))}
	if err := c.number(tree.Node); err != nil {
		return Expression{}, err
	}
	return Expression{text, c.code, c.used}, nil
}

// syntaxError returns an error of the parser in plain words.
func syntaxError(text string, err error) error {
	var at *file.Error
	if !errors.As(err, &at) {
		return &Error{Text: text, Column: 1, Message: err.Error()}
	}
	runes := []rune(text)
	e := &Error{Text: text, Column: at.From + 1}
	switch {
	case strings.Contains(at.Message, "literal"):
		e.Column = min(e.Column, len(runes))
		e.Message = "the number before this place cannot be read: write it as 12, 0.5 or 1e-3, at most 1.8e308"
	case strings.Contains(at.Message, "unexpected token EOF"), at.From >= len(runes):
		e.Column, e.Message = len(runes), "the expression ends too early: something is missing behind it"
	case strings.Contains(at.Message, "number syntax"):
		e.Message = "a number ends here, and a name begins: write a product as 2*x"
	case strings.Contains(at.Message, "unexpected token"):
		e.Message = fmt.Sprintf("%q does not belong here", string(runes[at.From:min(at.To, len(runes))]))
	default:
		e.Message = at.Message
	}
	return e
}
