package expression

import "math"

// block is how many numbers go through the instructions together.
const block = 32

// runAll sets each number of dst to what run leaves on the stack. Its stack has a row of numbers
// in the place of each number, so that the choice of an operation is made once for a block.
func runAll(code []instruction, dst []float64, values [][]float64) {
	var memory [maxDepth][block]float64
	var stack [maxDepth][]float64 // rows of the memory, or the values of a name
	for from := 0; from < len(dst); from += block {
		n := min(block, len(dst)-from)
		top := -1
		for i := range code {
			in := &code[i]
			switch in.op {
			case constant:
				top++
				stack[top] = memory[top][:n]
				fill(stack[top], in.constant)
				continue
			case name:
				top++
				if v := values[in.n]; v != nil {
					stack[top] = v[from : from+n]
				} else {
					stack[top] = memory[top][:n]
					fill(stack[top], 0)
				}
				continue
			}
			top -= in.op.takes() - 1
			out, x := memory[top][:n], stack[top]
			switch in.op.takes() {
			case 1:
				unaryAll(in, out, x)
			case 2:
				binaryAll(in.op, out, x, stack[top+1])
			default:
				y, z := stack[top+1][:n], stack[top+2][:n]
				for i := range out {
					out[i] = ternary(in.op, x[i], y[i], z[i])
				}
			}
			stack[top] = out
		}
		copy(dst[from:], stack[0])
	}
}

func fill(row []float64, v float64) {
	for i := range row {
		row[i] = v
	}
}

// unaryAll is unary of each number. What rules have most has a loop of its own.
func unaryAll(in *instruction, out, x []float64) {
	switch {
	case in.op == negate:
		for i, v := range x[:len(out)] {
			out[i] = -v
		}
	case in.op == power && in.n == 2:
		for i, v := range x[:len(out)] {
			out[i] = v * v
		}
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
		for i, v := range x {
			out[i] = v + y[i]
		}
	case subtract:
		for i, v := range x {
			out[i] = v - y[i]
		}
	case multiply:
		for i, v := range x {
			out[i] = v * y[i]
		}
	case divide:
		for i, v := range x {
			out[i] = v / y[i]
		}
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
