package expression

import (
	"fmt"
	"math"
	"slices"

	"twophase/internal/text/wording"
)

// compiler reads the tokens of an expression once, from the first to the last, and writes the instructions of each part
// when it has read it.
type compiler struct {
	text   string
	tokens []token // that are still to be read
	names  []string
	used   []bool

	constants []Constant

	reducers   []string // functions of all numbers of a part
	parts      []string
	reductions []Reduction

	code   []instruction
	height int // of the stack, behind the code
}

// part is a part of an expression that is compiled.
type part struct {
	token                   // its operator, name or number
	from      int           // where its code begins
	condition bool          // it is a condition, or else a number
	right     []instruction // of a comparison that is in no brackets: the code of what is on the right
}

// operator stands between two parts.
type operator struct {
	op    operation
	binds int // the more, the closer are its parts
}

// The operators, by what binds least.
const (
	bindsOr = iota + 1
	bindsAnd
	bindsComparison
	bindsSum
	bindsProduct
	bindsPower
)

var operators = map[string]operator{
	"or": {or, bindsOr}, "and": {and, bindsAnd},
	"<": {less, bindsComparison}, "<=": {lessOrEqual, bindsComparison}, ">": {greater, bindsComparison},
	">=": {greaterOrEqual, bindsComparison}, "==": {equal, bindsComparison}, "!=": {notEqual, bindsComparison},
	"+": {add, bindsSum}, "-": {subtract, bindsSum}, "*": {multiply, bindsProduct}, "/": {divide, bindsProduct},
	"^": {power, bindsPower}, "**": {power, bindsPower},
}

// fail returns an error at the place of a token.
func (c *compiler) fail(t token, format string, args ...any) error {
	return &Error{Text: c.text, Column: t.column, Message: fmt.Sprintf(format, args...)}
}

// next takes the next token.
func (c *compiler) next() token {
	t := c.tokens[0]
	if t.kind != endToken {
		c.tokens = c.tokens[1:]
	}
	return t
}

// follows reports whether the next token is a sign.
func (c *compiler) follows(sign string) bool {
	return c.tokens[0].kind == signToken && c.tokens[0].text == sign
}

// expect takes the next token, which must be a sign.
func (c *compiler) expect(sign string) error {
	if t := c.next(); t.kind != signToken || t.text != sign {
		return c.misplaced(t)
	}
	return nil
}

// misplaced returns the error of a token that cannot stand where it is.
func (c *compiler) misplaced(t token) error {
	if t.kind == endToken {
		return c.fail(t, "the expression ends too early: something is missing behind it")
	}
	switch {
	case t.text == "if" || t.text == "else":
		return c.fail(t, "%q does not belong here: write CONDITION ? EXPRESSION : EXPRESSION", t.text)
	case t.kind == nameToken || t.kind == numberToken || t.text == "(":
		return c.fail(t, "%q does not belong here: write * between factors", t.text)
	}
	return c.fail(t, "%q does not belong here", t.text)
}

// whole compiles the whole expression.
func (c *compiler) whole() error {
	p, err := c.choice()
	if err != nil {
		return err
	}
	if t := c.tokens[0]; t.kind != endToken {
		return c.misplaced(t)
	}
	return c.number(p)
}

// number returns an error unless a part is a number.
func (c *compiler) number(p part) error {
	if p.condition {
		return c.fail(p.token, "a number is missing: %s makes a condition, for CONDITION ? NUMBER : NUMBER, such as x > 0 ? 1 : 0", p.text)
	}
	return nil
}

// condition returns an error unless a part is a condition.
func (c *compiler) condition(p part) error {
	if !p.condition {
		return c.fail(p.token, "a condition is missing here, such as y > 0")
	}
	return nil
}

// choice compiles CONDITION ? NUMBER : NUMBER, or a part without ?. Both numbers are computed, and one is chosen.
func (c *compiler) choice() (part, error) {
	p, err := c.between(bindsOr)
	if err != nil || !c.follows("?") {
		return p, err
	}
	mark := c.next()
	if c.follows(":") {
		return p, c.fail(p.token, "the number between ? and : is missing")
	}
	if err := c.condition(p); err != nil {
		return p, err
	}
	if err := c.chosen(); err != nil {
		return p, err
	}
	if err := c.expect(":"); err != nil {
		return p, err
	}
	if err := c.chosen(); err != nil {
		return p, err
	}
	return part{token: mark, from: p.from}, c.emit(mark, p.from, instruction{op: choose})
}

// chosen compiles a number between which a condition chooses.
func (c *compiler) chosen() error {
	p, err := c.choice()
	if err != nil {
		return err
	}
	return c.number(p)
}

// between compiles parts and the operators between them, which bind at least so much.
func (c *compiler) between(binds int) (part, error) {
	left, err := c.single()
	for err == nil {
		o, found := operators[c.tokens[0].text]
		if !found || o.binds < binds {
			break
		}
		left, err = c.binary(left, c.next(), o)
	}
	return left, err
}

// binary compiles an operator and what is on its right.
func (c *compiler) binary(left part, sign token, o operator) (part, error) {
	whole := part{token: sign, from: left.from, condition: o.binds <= bindsComparison}
	chained := o.binds == bindsComparison && left.right != nil
	wanted := c.number
	if o.binds < bindsComparison {
		wanted = c.condition
	}
	if chained {
		left.condition = false
		for _, in := range left.right {
			if err := c.push(sign, in); err != nil {
				return whole, err
			}
		}
	}
	if err := wanted(left); err != nil {
		return whole, err
	}
	at, tighter := len(c.code), o.binds+1
	if o.op == power {
		tighter = o.binds // a^b^c is a^(b^c)
	}
	right, err := c.between(tighter)
	if err != nil {
		return whole, err
	}
	if err := wanted(right); err != nil {
		return whole, err
	}
	isConstant := len(c.code) == at+1 && c.code[at].op == constant
	switch {
	case o.op == power:
		return whole, c.power(whole, c.code[at].constant, isConstant)
	case o.op == divide && isConstant && c.code[at].constant == 0:
		return whole, c.fail(sign, "this divides by 0")
	case o.binds == bindsComparison:
		whole.right = slices.Clone(c.code[at:])
	}
	if !chained {
		return whole, c.emit(sign, left.from, instruction{op: o.op})
	}
	if err := c.emit(sign, at-len(left.right), instruction{op: o.op}); err != nil {
		return whole, err
	}
	return whole, c.emit(sign, left.from, instruction{op: and})
}

// single compiles a number, a name, a call or what is in brackets, with the signs before it.
func (c *compiler) single() (part, error) {
	t := c.next()
	p := part{token: t, from: len(c.code)}
	switch {
	case t.kind == numberToken:
		return p, c.emit(t, p.from, instruction{op: constant, constant: t.value})
	case t.text == "-" || t.text == "+" || t.text == "!" || t.text == "not":
		return c.signed(t)
	case t.text == "(":
		p, err := c.choice()
		if err != nil {
			return p, err
		}
		p.right = nil
		return p, c.expect(")")
	case t.kind == nameToken && operators[t.text].binds == 0:
		switch {
		case c.follows("(") && c.reduces(t):
			return p, c.reduce(t)
		case c.follows("("):
			return p, c.call(t)
		}
		return p, c.name(t)
	}
	return p, c.misplaced(t)
}

// signed compiles a part behind its sign.
func (c *compiler) signed(sign token) (part, error) {
	p, err := c.between(bindsPower)
	if err != nil {
		return p, err
	}
	whole := part{token: sign, from: p.from}
	switch sign.text {
	case "+":
		return whole, c.number(p)
	case "-":
		if err := c.number(p); err != nil {
			return whole, err
		}
		return whole, c.emit(sign, p.from, instruction{op: negate})
	}
	whole.condition = true
	if err := c.condition(p); err != nil {
		return whole, err
	}
	return whole, c.emit(sign, p.from, instruction{op: not})
}

// name compiles a name.
func (c *compiler) name(t token) error {
	if i := slices.Index(c.names, t.text); i >= 0 {
		c.used[i] = true
		return c.emit(t, len(c.code), instruction{op: name, n: i})
	}
	for _, known := range c.constants {
		if known.Name == t.text {
			return c.emit(t, len(c.code), instruction{op: constant, constant: known.Value})
		}
	}
	if t.text == "if" {
		return c.misplaced(t)
	}
	e := &Error{Text: c.text, Column: t.column, Unknown: t.text}
	if _, ok := functions[t.text]; ok {
		e.Message = fmt.Sprintf("%s is a function: write %s(…)", t.text, t.text)
		return e
	}
	names := slices.Clone(c.names)
	for _, known := range c.constants {
		names = append(names, known.Name)
	}
	visible := "no name is visible"
	if len(names) > 0 {
		visible = "visible are " + wording.List(names, "and")
	}
	e.Message = fmt.Sprintf("%s cannot be seen here%s: %s", t.text, wording.Hint(t.text, names), visible)
	return e
}

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

// machineDependent are functions that others have.
var machineDependent = []string{"exp", "log", "ln", "tanh", "sin", "cos", "tan", "sigmoid", "softplus"}

// otherwise is how to write functions that others have.
var otherwise = map[string]string{
	"relu": "rectify(x)", "pos": "rectify(x)", "clip": "max(LOW, min(HIGH, x))", "pow": "x^2", "step": "x > 0 ? 1 : 0",
	"heaviside": "x > 0 ? 1 : 0", "H": "x > 0 ? 1 : 0", "Θ": "x > 0 ? 1 : 0", "square": "x^2", "sqr": "x^2",
}

// call compiles a function of some numbers, of which the name is read.
func (c *compiler) call(called token) error {
	f, ok := functions[called.text]
	if slices.Contains(c.names, called.text) {
		return c.fail(called, "%[1]s is a number, and no function: write %[1]s*(…)", called.text)
	}
	if !ok {
		why := ""
		if slices.Contains(machineDependent, called.text) {
			why = "; functions whose last digit depends on the machine are left out"
		}
		if write := otherwise[called.text]; write != "" {
			why = "; write " + write
		}
		known := c.functionNames()
		return &Error{Text: c.text, Column: called.column, Unknown: called.text, Message: fmt.Sprintf("there is no function %s%s: choose %s%s", called.text, wording.Hint(called.text, known), wording.List(known, "or"), why)}
	}
	from, given := len(c.code), 0
	for c.next(); !c.follows(")"); given++ {
		if given > 0 {
			if err := c.expect(","); err != nil {
				return err
			}
		}
		if err := c.chosen(); err != nil {
			return err
		}
		if given+1 < f.takes || given+1 > f.takes && !f.more {
			continue
		}
		if err := c.emit(called, from, instruction{op: f.op}); err != nil {
			return err
		}
	}
	c.next()
	switch {
	case f.more && given < f.takes:
		return c.fail(called, "%s takes at least %s, and has %d here", called.text, wording.Count(f.takes, "number"), given)
	case !f.more && given != f.takes:
		return c.fail(called, "%s takes %s, and has %d here", called.text, wording.Count(f.takes, "number"), given)
	}
	return nil
}

// maxPower is the largest exponent.
const maxPower = 64

// power compiles a power, of which the base and the exponent are compiled.
func (c *compiler) power(whole part, exponent float64, isConstant bool) error {
	if !isConstant || exponent != math.Trunc(exponent) || exponent < 0 || exponent > maxPower {
		return c.fail(whole.token, "an exponent must be a whole number from 0 to %d, written as a number: write 1/x^2 for x^-2, sqrt(x) for x^0.5", maxPower)
	}
	c.code, c.height = c.code[:len(c.code)-1], c.height-1
	switch exponent {
	case 0:
		c.code, c.height = c.code[:whole.from], c.height-1
		return c.emit(whole.token, whole.from, instruction{op: constant, constant: 1})
	case 1:
		return nil
	}
	return c.emit(whole.token, whole.from, instruction{op: power, n: int(exponent)})
}

// push adds an instruction to the code.
func (c *compiler) push(at token, in instruction) error {
	if c.height += 1 - in.op.takes(); c.height > maxDepth {
		return c.fail(at, "the expression is nested too deeply here: let it hold fewer than %d intermediate numbers at a time", maxDepth)
	}
	c.code = append(c.code, in)
	return nil
}

// emit adds an instruction to the code of a part that begins at from. A part of constants is
// computed and becomes one.
func (c *compiler) emit(at token, from int, in instruction) error {
	folds := in.op.takes() > 0 && !slices.ContainsFunc(c.code[from:], func(in instruction) bool { return in.op != constant })
	if err := c.push(at, in); err != nil || !folds {
		return err
	}
	operands := len(c.code) - 1 - in.op.takes()
	v := run(c.code[operands:], nil)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return c.fail(at, "this is not a finite number: it is %s", wording.Format(v))
	}
	c.code = append(c.code[:operands], instruction{op: constant, constant: v})
	return nil
}
