package expression

import "math"

// instruction is a step of an evaluation on a stack of numbers. A condition is 1 or 0.
type instruction struct {
	op       operation
	n        int // of name: its index; of power: the exponent
	constant float64
}

type operation uint8

const (
	constant operation = iota // puts a number on the stack
	name                      // puts the value of a name on it

	negate // these replace the number on top
	power
	absolute
	squareRoot
	signOf
	rectify
	not

	add // these replace the two numbers on top
	subtract
	multiply
	divide
	minimum
	maximum
	less
	lessOrEqual
	greater
	greaterOrEqual
	equal
	notEqual
	and
	or

	fused  // replaces x, y, z on top by x·y + z, rounded once
	choose // replaces a condition, x and y on top by x or y
)

// takes returns how many numbers on the stack an operation replaces by one.
func (o operation) takes() int {
	switch {
	case o <= name:
		return 0
	case o <= not:
		return 1
	case o <= or:
		return 2
	}
	return 3
}

// maxDepth is the height of the stack.
const maxDepth = 16

// run returns what instructions leave on the stack. It calls nothing that the compiler of Go
// does not know, so that values may stay on the stack of the caller; and no instruction is
// joined with another, so that each operation is rounded by itself.
func run(code []instruction, values []float64) float64 {
	var stack [maxDepth]float64
	top := -1
	for i := range code {
		in := &code[i]
		switch in.op {
		case constant:
			top++
			stack[top] = in.constant
			continue
		case name:
			top++
			stack[top] = values[in.n]
			continue
		}
		if in.op <= not {
			stack[top] = unary(in, stack[top])
			continue
		}
		if in.op <= or {
			top--
			stack[top] = binary(in.op, stack[top], stack[top+1])
			continue
		}
		top -= 2
		stack[top] = ternary(in.op, stack[top], stack[top+1], stack[top+2])
	}
	return stack[0]
}

func unary(in *instruction, x float64) float64 {
	switch in.op {
	case negate:
		return -x
	case power:
		p := x
		for range in.n - 1 {
			p *= x
		}
		return p
	case absolute:
		return math.Abs(x)
	case squareRoot:
		return math.Sqrt(x)
	case rectify:
		return max(0, x)
	case not:
		return 1 - x
	}
	switch { // sign
	case x > 0:
		return 1
	case x < 0:
		return -1
	case x == 0:
		return 0
	}
	return x // not a number
}

func binary(op operation, x, y float64) float64 {
	holds := false
	switch op {
	case add:
		return x + y
	case subtract:
		return x - y
	case multiply:
		return x * y
	case divide:
		return x / y
	case minimum:
		return min(x, y)
	case maximum:
		return max(x, y)
	case less:
		holds = x < y
	case lessOrEqual:
		holds = x <= y
	case greater:
		holds = x > y
	case greaterOrEqual:
		holds = x >= y
	case equal:
		holds = x == y
	case notEqual:
		holds = x != y
	case and:
		holds = x != 0 && y != 0
	case or:
		holds = x != 0 || y != 0
	}
	if holds {
		return 1
	}
	return 0
}
