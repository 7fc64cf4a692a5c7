package expression

import (
	"math"
	"sync"

	"twophase/internal/numerics/kernel"
)

// block is how many numbers go through the instructions together.
const block = 128

// stack is one that has a row of numbers in the place of each number. The row is one of the memory,
// or the values of a name, or those of a constant.
type stack struct {
	rows   [maxDepth][]float64
	memory [maxDepth][block]float64
}

var (
	stacks = sync.Pool{New: func() any { return new(stack) }} // to make one takes longer than most expressions
	zeros  [block]float64
)

// runAll sets each number of dst, which has none of the values, to what run leaves on the stack.
// The choice of an operation is made once for a block.
func runAll(code []instruction, dst []float64, values [][]float64, alike []float64) {
	s := stacks.Get().(*stack)
	for from := 0; from < len(dst); from += block {
		n := min(block, len(dst)-from)
		top := -1
		for i := range code {
			in := &code[i]
			switch in.op {
			case constant:
				top++
				s.rows[top] = in.row[:n]
				continue
			case name:
				top++
				switch v := values[in.n]; {
				case v != nil:
					s.rows[top] = v[from : from+n]
				case alike == nil:
					s.rows[top] = zeros[:n]
				default:
					s.rows[top] = s.memory[top][:n]
					for i := range s.rows[top] {
						s.rows[top][i] = alike[in.n]
					}
				}
				continue
			}
			top -= in.op.takes() - 1
			out, x := s.memory[top][:n], s.rows[top]
			if top == 0 {
				out = dst[from : from+n]
			}
			switch in.op.takes() {
			case 1:
				unaryAll(in, out, x)
			case 2:
				binaryAll(in.op, out, x, s.rows[top+1])
			default:
				y, z := s.rows[top+1][:n], s.rows[top+2][:n]
				for i := range out {
					out[i] = ternary(in.op, x[i], y[i], z[i])
				}
			}
			s.rows[top] = out
		}
		if len(code) == 1 {
			copy(dst[from:], s.rows[0])
		}
	}
	stacks.Put(s)
}

// unaryAll is unary of each number. What rules have most has a loop of its own.
func unaryAll(in *instruction, out, x []float64) {
	switch {
	case in.op == negate:
		for i, v := range x[:len(out)] {
			out[i] = -v
		}
	case in.op == power && in.n == 2:
		kernel.MultiplyEach(out, x, x)
	case in.op == rectify:
		for i, v := range x[:len(out)] {
			out[i] = max(0, v)
		}
	default:
		for i, v := range x[:len(out)] {
			out[i] = unary(in, v)
		}
	}
}

// binaryAll is binary of each pair of numbers.
func binaryAll(op operation, out, x, y []float64) {
	x, y = x[:len(out)], y[:len(out)]
	switch op {
	case add:
		kernel.AddEach(out, x, y)
	case subtract:
		kernel.SubtractEach(out, x, y)
	case multiply:
		kernel.MultiplyEach(out, x, y)
	case divide:
		kernel.DivideEach(out, x, y)
	default:
		for i, v := range x {
			out[i] = binary(op, v, y[i])
		}
	}
}

// ternary returns what an operation makes of three numbers.
func ternary(op operation, x, y, z float64) float64 {
	switch {
	case op == fused:
		return math.FMA(x, y, z)
	case x != 0:
		return y
	}
	return z
}
