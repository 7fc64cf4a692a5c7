//go:build !js

package expression

import (
	"fmt"
	"math"
	"slices"

	"github.com/expr-lang/expr/ast"

	"twophase/internal/text/nearest"
	"twophase/internal/text/number"
	"twophase/internal/text/phrase"
)

// compiler compiles the parts of one expression, one after another.
type compiler struct {
	text   string
	runes  []rune
	names  []string
	used   []bool
	code   []instruction
	height int // of the stack, behind the code
}

// fail returns an error at the place of a part.
func (c *compiler) fail(n ast.Node, format string, args ...any) error {
	return &Error{Text: c.text, Column: n.Location().From + 1, Message: fmt.Sprintf(format, args...)}
}

// emit adds an instruction to the code of a part that begins at from. A part of constants is
// computed and becomes one.
func (c *compiler) emit(n ast.Node, from int, in instruction) error {
	if c.height += 1 - in.op.takes(); c.height > maxDepth {
		return c.fail(n, "the expression is nested too deeply here: let it hold fewer than %d intermediate numbers at a time", maxDepth)
	}
	folds := in.op.takes() > 0 && !slices.ContainsFunc(c.code[from:], func(in instruction) bool { return in.op != constant })
	c.code = append(c.code, in)
	if !folds {
		return nil
	}
	operands := len(c.code) - 1 - in.op.takes()
	v := run(c.code[operands:], nil)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return c.fail(n, "this is not a finite number: it is %s", number.Format(v))
	}
	c.code = append(c.code[:operands], instruction{op: constant, constant: v})
	return nil
}

// number compiles a part that must be a number.
func (c *compiler) number(n ast.Node) error {
	switch n := n.(type) {
	case *ast.IntegerNode, *ast.FloatNode:
		at := n.Location()
		v, err := number.Parse(string(c.runes[at.From:at.To]))
		if err != nil {
			return c.fail(n, "%v", err)
		}
		return c.emit(n, len(c.code), instruction{op: constant, constant: v})
	case *ast.IdentifierNode:
		return c.name(n)
	case *ast.UnaryNode:
		return c.unary(n)
	case *ast.BinaryNode:
		return c.binary(n)
	case *ast.ConditionalNode:
		return c.choice(n)
	case *ast.BuiltinNode:
		return c.call(n, n.Name, n.Arguments)
	case *ast.CallNode:
		if callee, ok := n.Callee.(*ast.IdentifierNode); ok {
			return c.call(n, callee.Value, n.Arguments)
		}
	}
	return c.fail(n, "this is not a number: expressions have numbers, names, + - * / ^, %s and CONDITION ? NUMBER : NUMBER", phrase.List(functionNames, "and"))
}

// name compiles a name.
func (c *compiler) name(n *ast.IdentifierNode) error {
	if i := slices.Index(c.names, n.Value); i >= 0 {
		c.used[i] = true
		return c.emit(n, len(c.code), instruction{op: name, n: i})
	}
	e := &Error{Text: c.text, Column: n.Location().From + 1, Unknown: n.Value}
	if _, ok := functions[n.Value]; ok {
		e.Message = fmt.Sprintf("%s is a function: write %s(…)", n.Value, n.Value)
		return e
	}
	visible := "no name is visible"
	if len(c.names) > 0 {
		visible = "visible are " + phrase.List(c.names, "and")
	}
	e.Message = fmt.Sprintf("%s cannot be seen here%s: %s", n.Value, nearest.Hint(n.Value, c.names), visible)
	return e
}

func (c *compiler) unary(n *ast.UnaryNode) error {
	if n.Operator != "-" && n.Operator != "+" {
		return c.fail(n, "a number is missing: %s begins a condition", n.Operator)
	}
	from := len(c.code)
	if err := c.number(n.Node); err != nil || n.Operator == "+" {
		return err
	}
	return c.emit(n, from, instruction{op: negate})
}

var operators = map[string]operation{"+": add, "-": subtract, "*": multiply, "/": divide, "^": power, "**": power}

func (c *compiler) binary(n *ast.BinaryNode) error {
	op, ok := operators[n.Operator]
	if !ok {
		if isCondition(n) {
			return c.fail(n, "a number is missing: %s makes a condition, for CONDITION ? NUMBER : NUMBER", n.Operator)
		}
		return c.fail(n, "there is no operator %s: choose + - * / or ^", n.Operator)
	}
	from := len(c.code)
	if err := c.number(n.Left); err != nil {
		return err
	}
	right := len(c.code)
	if err := c.number(n.Right); err != nil {
		return err
	}
	last := c.code[right]
	isConstant := len(c.code) == right+1 && last.op == constant
	if op == power {
		return c.power(n, from, last.constant, isConstant)
	}
	if op == divide && isConstant && last.constant == 0 {
		return c.fail(n, "this divides by 0")
	}
	return c.emit(n, from, instruction{op: op})
}

// maxPower is the largest exponent.
const maxPower = 64

// power compiles a power, of which the base and the exponent are compiled.
func (c *compiler) power(n ast.Node, from int, exponent float64, isConstant bool) error {
	if !isConstant || exponent != math.Trunc(exponent) || exponent < 0 || exponent > maxPower {
		return c.fail(n, "an exponent must be a whole number from 0 to %d, written as a number: write 1/x^2 for x^-2, sqrt(x) for x^0.5", maxPower)
	}
	c.code, c.height = c.code[:len(c.code)-1], c.height-1
	switch exponent {
	case 0:
		c.code, c.height = c.code[:from], c.height-1
		return c.emit(n, from, instruction{op: constant, constant: 1})
	case 1:
		return nil
	}
	return c.emit(n, from, instruction{op: power, n: int(exponent)})
}
