//go:build !js

package expression

import (
	"github.com/expr-lang/expr/ast"

	"twophase/internal/text/nearest"
	"twophase/internal/text/phrase"
)

// function is a function of some numbers. One of two takes more from left to right.
type function struct {
	op    operation
	takes int
	more  bool
}

var functions = map[string]function{
	"abs": {absolute, 1, false}, "sqrt": {squareRoot, 1, false}, "sign": {signOf, 1, false}, "rectify": {rectify, 1, false},
	"fma": {fused, 3, false}, "min": {minimum, 2, true}, "max": {maximum, 2, true},
}

// functionNames are the names of all functions, in the order of the documentation.
var functionNames = []string{"abs", "sqrt", "sign", "rectify", "fma", "min", "max"}

// call compiles a function of some numbers.
func (c *compiler) call(n ast.Node, called string, arguments []ast.Node) error {
	f, ok := functions[called]
	switch {
	case !ok:
		return c.fail(n, "there is no function %s%s: choose %s%s", called, nearest.Hint(called, functionNames), phrase.List(functionNames, "or"), whyNot(called))
	case f.more && len(arguments) < f.takes:
		return c.fail(n, "%s takes at least %s, and has %d here", called, phrase.Count(f.takes, "number"), len(arguments))
	case !f.more && len(arguments) != f.takes:
		return c.fail(n, "%s takes %s, and has %d here", called, phrase.Count(f.takes, "number"), len(arguments))
	}
	from := len(c.code)
	for i, a := range arguments {
		if err := c.number(a); err != nil {
			return err
		}
		if i+1 < f.takes {
			continue
		}
		if err := c.emit(n, from, instruction{op: f.op}); err != nil {
			return err
		}
	}
	return nil
}

// whyNot says why a function that others have does not exist.
func whyNot(called string) string {
	switch called {
	case "exp", "log", "ln", "tanh", "sin", "cos", "tan", "pow", "sigmoid", "softplus":
		return "; functions whose last digit depends on the machine are left out"
	}
	return ""
}
