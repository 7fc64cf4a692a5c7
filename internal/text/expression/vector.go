package expression

import (
	"math"
	"slices"
	"sync"

	"twophase/internal/numerics/kernel"
)

// block is how many numbers an instruction computes at once. A few blocks fit into the nearest cache.
const block = 576

// mostRows is the largest number of rows in a block.
const mostRows = 64

// stack is one that has an operand in the place of each number, and memory for it.
type stack struct {
	operands [maxDepth]operand
	memory   [maxDepth][block]float64
	numbers  [maxDepth][mostRows]float64
	spread   [maxDepth][block]float64 // each has one number throughout
	names    []operand
	tiles    [][block]float64 // by name: what it is for each column, for the places of some rows
	all      [1]float64       // the value of names of all places
	columns  int              // of a row of a block
}

// operand is a number for each place of a block, or nil and what is the same in a row: for each row, or for all.
type operand struct{ places, rows []float64 }

// of returns the number that is the same in a row.
func (o *operand) of(row int) float64 { return o.rows[min(row, len(o.rows)-1)] }

var (
	stacks = sync.Pool{New: func() any { return new(stack) }} // to make one takes longer than most expressions
	ones   = slices.Repeat([]float64{1}, block)
)

// zero is what is 0 everywhere.
var zero = operand{rows: make([]float64, 1)}

// runAll sets each number of dst, which has none of the values, to what run leaves on the stack.
func runAll(code []instruction, dst []float64, values [][]float64) {
	s := stacks.Get().(*stack)
	for from := 0; from < len(dst); from += block {
		to := dst[from:min(from+block, len(dst))]
		s.names = s.names[:0]
		for _, v := range values {
			if v == nil {
				s.names = append(s.names, zero)
			} else {
				s.names = append(s.names, operand{places: v[from : from+len(to)]})
			}
		}
		s.run(code, to, len(to))
	}
	stacks.Put(s)
}

// run sets each number of dst [rows×columns] to what instructions make of the names. The choice of an operation is made once for all.
func (s *stack) run(code []instruction, dst []float64, columns int) {
	s.columns = columns
	top := -1
	for i := range code {
		switch in := &code[i]; in.op {
		case constant:
			top++
			s.numbers[top][0] = in.constant
			s.operands[top] = operand{rows: s.numbers[top][:1]}
		case name:
			top++
			s.operands[top] = s.names[in.n]
		default:
			top -= in.op.takes() - 1
			s.apply(in, top, dst)
		}
	}
	if results := s.places(0, len(dst)); &results[0] != &dst[0] { // no operation has written them
		copy(dst, results)
	}
}

// apply applies an operation to the operands from at. The lowest result of all is written to its place.
func (s *stack) apply(in *instruction, at int, lowest []float64) {
	n, takes, out := len(lowest), in.op.takes(), lowest
	if at > 0 {
		out = s.memory[at][:n]
	}
	x, y, z := &s.operands[at], &s.operands[at+min(1, takes-1)], &s.operands[at+takes-1]
	switch {
	case x.places == nil && y.places == nil && z.places == nil:
		rows := s.numbers[at][:max(len(x.rows), len(y.rows), len(z.rows))]
		for i := len(rows) - 1; i >= 0; i-- { // the first may be x's for all rows
			rows[i] = in.of(x.of(i), y.of(i), z.of(i))
		}
		x.rows = rows
		return
	case in.op == multiply && x.places == nil:
		s.scale(out, x, y.places)
	case in.op == multiply && y.places == nil:
		s.scale(out, y, x.places)
	case takes == 1:
		unaryAll(in, out, x.places)
	case takes == 2:
		binaryAll(in.op, out, s.places(at, n), s.places(at+1, n))
	default:
		x, y, z := s.places(at, n), s.places(at+1, n), s.places(at+2, n)
		for i := range out {
			out[i] = ternary(in.op, x[i], y[i], z[i])
		}
	}
	x.places = out
}

// scale sets out to the rows of x, each multiplied by its number.
func (s *stack) scale(out []float64, by *operand, x []float64) {
	if len(by.rows) == 1 {
		kernel.Scale(out, by.rows[0], x)
		return
	}
	for i, v := range by.rows {
		kernel.Scale(out[i*s.columns:][:s.columns], v, x[i*s.columns:])
	}
}

// places returns the numbers of an operand for all n places.
func (s *stack) places(at, n int) []float64 {
	o, all := &s.operands[at], &s.spread[at]
	switch {
	case o.places != nil:
		return o.places
	case len(o.rows) > 1:
		o.places = s.memory[at][:n]
		s.scale(o.places, o, ones)
		return o.places
	case math.Float64bits(all[0]) != math.Float64bits(o.rows[0]):
		kernel.Scale(all[:], o.rows[0], ones)
	}
	return all[:n]
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
	case in.op == absolute:
		for i, v := range x[:len(out)] {
			out[i] = math.Abs(v)
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
	case minimum:
		for i, v := range x {
			out[i] = min(v, y[i])
		}
	case maximum:
		for i, v := range x {
			out[i] = max(v, y[i])
		}
	default:
		for i, v := range x {
			out[i] = binary(op, v, y[i])
		}
	}
}

// of returns what an operation makes of up to three numbers.
func (in *instruction) of(x, y, z float64) float64 {
	switch {
	case in.op <= not:
		return unary(in, x)
	case in.op <= or:
		return binary(in.op, x, y)
	}
	return ternary(in.op, x, y, z)
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
