//go:build !js

package expression

import "github.com/expr-lang/expr/ast"

// comparisons are the operators that make conditions of numbers.
var comparisons = map[string]operation{"<": less, "<=": lessOrEqual, ">": greater, ">=": greaterOrEqual, "==": equal, "!=": notEqual}

// connectives are the operators that make conditions of conditions. The parser writes
// a < b < c with &&.
var connectives = map[string]operation{"and": and, "&&": and, "or": or}

// isCondition reports whether a part with two operands is a condition.
func isCondition(n *ast.BinaryNode) bool {
	_, compares := comparisons[n.Operator]
	_, connects := connectives[n.Operator]
	return compares || connects
}

// choice compiles CONDITION ? NUMBER : NUMBER. Both numbers are computed, and one is chosen.
func (c *compiler) choice(n *ast.ConditionalNode) error {
	if n.Cond == n.Exp1 {
		return c.fail(n.Cond, "the number between ? and : is missing")
	}
	from := len(c.code)
	if err := c.condition(n.Cond); err != nil {
		return err
	}
	if err := c.number(n.Exp1); err != nil {
		return err
	}
	if err := c.number(n.Exp2); err != nil {
		return err
	}
	return c.emit(n, from, instruction{op: choose})
}

// condition compiles a part that must be a condition.
func (c *compiler) condition(n ast.Node) error {
	from := len(c.code)
	switch n := n.(type) {
	case *ast.UnaryNode:
		if n.Operator == "not" || n.Operator == "!" {
			if err := c.condition(n.Node); err != nil {
				return err
			}
			return c.emit(n, from, instruction{op: not})
		}
	case *ast.BinaryNode:
		part, op := c.number, comparisons[n.Operator]
		if connects, ok := connectives[n.Operator]; ok {
			part, op = c.condition, connects
		}
		if op == constant {
			break
		}
		if err := part(n.Left); err != nil {
			return err
		}
		if err := part(n.Right); err != nil {
			return err
		}
		return c.emit(n, from, instruction{op: op})
	}
	return c.fail(n, "a condition is missing here, such as y > 0")
}
