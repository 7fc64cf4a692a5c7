package expression

import (
	"slices"

	"twophase/internal/text/wording"
)

// Reduction is a number that a function makes of an expression at all places of a part, such as mean(abs(E)) of all
// neurons of E.
type Reduction struct {
	Function string
	Part     string
	Of       Expression // of the part alone
}

// CompileReducing compiles an expression of names and of reductions, each by one of some functions and of one of some parts.
// Eval takes the values of the names, and then those of the reductions.
func CompileReducing(text string, names, functions, parts []string) (Expression, []Reduction, error) {
	text = plain(text)
	tokens, err := scan(text)
	if err != nil {
		return Expression{}, nil, err
	}
	c := compiler{text: text, tokens: tokens, names: names, used: make([]bool, len(names)), reducers: functions, parts: parts}
	err = c.whole()
	return Expression{text, c.code, c.used}, c.reductions, err
}

// Names returns the names in a text that stand for numbers or parts, each once.
func Names(text string) (names []string, err error) {
	tokens, err := scan(plain(text))
	for i, t := range tokens {
		called := i+1 < len(tokens) && tokens[i+1].text == "("
		if t.kind == nameToken && operators[t.text].binds == 0 && !called && t.text != "not" && !slices.Contains(names, t.text) {
			names = append(names, t.text)
		}
	}
	return names, err
}

// functionNames are the names of all functions that can be called here.
func (c *compiler) functionNames() []string {
	known := slices.Clone(functionNames)
	for _, name := range c.reducers {
		if !slices.Contains(known, name) {
			known = append(known, name)
		}
	}
	return known
}

// reduces reports whether a name in front of a bracket is a reduction. min and max of several numbers are not.
func (c *compiler) reduces(called token) bool {
	if !slices.Contains(c.reducers, called.text) {
		return false
	}
	depth := 0
	for _, t := range c.tokens {
		switch {
		case t.text == "(":
			depth++
		case t.text == ")":
			depth--
		case t.text == "," && depth == 1 && functions[called.text].more:
			return false
		}
		if depth == 0 {
			break
		}
	}
	return true
}

// reduce compiles a reduction, of which the function is read.
func (c *compiler) reduce(called token) error {
	c.next()
	inner := compiler{text: c.text, tokens: c.tokens, names: c.parts, used: make([]bool, len(c.parts)), constants: c.constants}
	if err := inner.chosen(); err != nil {
		return err
	}
	c.tokens = inner.tokens
	if err := c.expect(")"); err != nil {
		return err
	}
	var read []string
	for i, name := range inner.names {
		if inner.used[i] {
			read = append(read, name)
		}
	}
	if len(read) != 1 {
		what := "nothing"
		if len(read) > 1 {
			what = wording.List(read, "and")
		}
		return c.fail(called, "%s is over one population or projection, and reads %s here", called.text, what)
	}
	part := slices.Index(inner.names, read[0])
	for i := range inner.code { // the part is the only name
		if inner.code[i].op == name && inner.code[i].n == part {
			inner.code[i].n = 0
		}
	}
	c.reductions = append(c.reductions, Reduction{called.text, read[0], Expression{c.text, inner.code, []bool{true}}})
	return c.emit(called, len(c.code), instruction{op: name, n: len(c.names) + len(c.reductions) - 1})
}
