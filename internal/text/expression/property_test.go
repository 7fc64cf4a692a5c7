package expression_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/text/expression"
)

var visible = []string{"x", "y", "mean"}

// drawn is a random expression: its text, and the same written in Go, on a stack of calls that
// shares nothing with the compiler.
type drawn struct {
	text string
	of   func(v []float64) float64
}

// draw draws an expression in which every part is in brackets.
func draw(t *rapid.T, depth int) drawn {
	part := func() drawn { return draw(t, depth-1) }
	kinds := 2
	if depth > 0 {
		kinds = 14
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		i := rapid.IntRange(0, len(visible)-1).Draw(t, "name")
		return drawn{visible[i], func(v []float64) float64 { return v[i] }}
	case 1:
		c := rapid.Float64Range(0.125, 8).Draw(t, "constant")
		return drawn{fmt.Sprint(c), func([]float64) float64 { return c }}
	case 2:
		a, b := part(), part()
		return drawn{"(" + a.text + "+" + b.text + ")", func(v []float64) float64 { l, r := a.of(v), b.of(v); return l + r }}
	case 3:
		a, b := part(), part()
		return drawn{"(" + a.text + " - " + b.text + ")", func(v []float64) float64 { l, r := a.of(v), b.of(v); return l - r }}
	case 4:
		a, b := part(), part()
		return drawn{"(" + a.text + " *" + b.text + ")", func(v []float64) float64 { return float64(a.of(v) * b.of(v)) }}
	case 5:
		a, b := part(), part()
		return drawn{"(" + a.text + "/(1+abs" + "(" + b.text + ")))", func(v []float64) float64 { return a.of(v) / (1 + math.Abs(b.of(v))) }}
	case 6:
		a, n := part(), rapid.IntRange(0, 7).Draw(t, "exponent")
		sign := rapid.SampledFrom([]string{"^", "**", " ^ "}).Draw(t, "sign")
		return drawn{fmt.Sprint("(", a.text, ")", sign, n), func(v []float64) float64 {
			p := 1.0
			for range n {
				p = float64(p * a.of(v)) // 1·x is x
			}
			return p
		}}
	case 7:
		a := part()
		return drawn{"(-" + a.text + ")", func(v []float64) float64 { return -a.of(v) }}
	case 8:
		a := part()
		return drawn{"sqrt(abs(" + a.text + "))", func(v []float64) float64 { return math.Sqrt(math.Abs(a.of(v))) }}
	case 9:
		a := part()
		return drawn{"sign(" + a.text + ")", func(v []float64) float64 {
			if x := a.of(v); x != 0 && x == x {
				return math.Copysign(1, x)
			} else {
				return x + 0
			}
		}}
	case 10:
		a := part()
		return drawn{"rectify(" + a.text + ")", func(v []float64) float64 {
			if x := a.of(v); !(x <= 0) {
				return x
			}
			return 0
		}}
	case 11:
		a, b, c := part(), part(), part()
		return drawn{"fma(" + a.text + ", " + b.text + ", " + c.text + ")", func(v []float64) float64 { return math.FMA(a.of(v), b.of(v), c.of(v)) }}
	case 12:
		a, b, c := part(), part(), part()
		return drawn{"max(min(" + a.text + "," + b.text + ")," + c.text + ")", func(v []float64) float64 { return math.Max(math.Min(a.of(v), b.of(v)), c.of(v)) }}
	default:
		a, b, c, d := part(), part(), part(), part()
		return drawn{"(" + a.text + " < " + b.text + " ? " + c.text + " : " + d.text + ")", func(v []float64) float64 {
			if a.of(v) < b.of(v) {
				return c.of(v)
			}
			return d.of(v)
		}}
	}
}

// An expression has the bits of the same written in Go, operation by operation.
func TestSameAsGo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t, 3)
		if len(d.text) > 1000 {
			t.Skip("too long")
		}
		e, err := expression.Compile(d.text, visible)
		if err != nil {
			if strings.Contains(err.Error(), "not a finite number") { // of constants that overflow
				return
			}
			t.Fatal(err)
		}
		values := rapid.SliceOfN(rapid.Float64(), len(visible), len(visible)).Draw(t, "values")
		got, want := e.Eval(values), d.of(values)
		if math.Float64bits(got) != math.Float64bits(want) && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Fatalf("%s of %v is %v, want %v", d.text, values, got, want)
		}
	})
}

// Many numbers at once are the numbers one by one, to the bit; a name of which there is nothing
// is 0.
func TestAllIsEach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t, 3)
		e, err := expression.Compile(d.text, visible)
		if err != nil {
			t.Skip("does not compile")
		}
		n := rapid.IntRange(0, 70).Draw(t, "n")
		columns := make([][]float64, len(visible))
		for i := range columns {
			if rapid.IntRange(0, 4).Draw(t, "none") > 0 {
				columns[i] = rapid.SliceOfN(rapid.Float64(), n, n).Draw(t, "values")
			}
		}
		got := make([]float64, n)
		e.EvalAll(got, columns)
		for i := range n {
			values := make([]float64, len(visible))
			for j, c := range columns {
				if c != nil {
					values[j] = c[i]
				}
			}
			if want := e.Eval(values); math.Float64bits(got[i]) != math.Float64bits(want) && !(math.IsNaN(got[i]) && math.IsNaN(want)) {
				t.Fatalf("%s of %v is %v among others, %v alone", d.text, values, got[i], want)
			}
		}
	})
}

// A grid has the numbers of its places one by one, to the bit, whatever the names are of, in long rows and in short ones.
func TestGridIsEach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t, 3)
		e, err := expression.Compile(d.text, visible)
		if err != nil {
			t.Skip("does not compile")
		}
		g := expression.Grid{Rows: rapid.IntRange(1, 90).Draw(t, "rows"), Columns: rapid.SampledFrom([]int{1, 3, 8, 40, 100, 575, 600}).Draw(t, "columns")}
		g.Stride = g.Columns + rapid.IntRange(0, 9).Draw(t, "between rows")
		if g.Columns > 40 {
			g.Rows = min(g.Rows, 12)
		}
		sizes := map[expression.Of]int{expression.Place: g.Rows * g.Stride, expression.Row: g.Rows, expression.Column: g.Columns}
		values, of := make([][]float64, len(visible)), make([]expression.Of, len(visible))
		for i := range values {
			of[i] = rapid.SampledFrom([]expression.Of{expression.Place, expression.Row, expression.Column, expression.All}).Draw(t, "of")
			if rapid.IntRange(0, 4).Draw(t, "none") > 0 && of[i] != expression.All {
				few := rapid.SliceOfN(rapid.Float64Range(-4, 4), 1, 7).Draw(t, "values")
				values[i] = slices.Repeat(few, sizes[of[i]]/len(few)+1)[:sizes[of[i]]]
			}
		}
		all := rapid.Float64().Draw(t, "all")
		got := make([]float64, g.Rows*g.Stride)
		e.EvalGrid(g, of, values, all, func(from int, results []float64) { copy(got[from:], results) })
		for row := range g.Rows {
			for column := range g.Columns {
				at, each := row*g.Stride+column, make([]float64, len(visible))
				for i, v := range values {
					switch {
					case of[i] == expression.All:
						each[i] = all
					case v == nil:
					case of[i] == expression.Row:
						each[i] = v[row]
					case of[i] == expression.Column:
						each[i] = v[column]
					default:
						each[i] = v[at]
					}
				}
				if want := e.Eval(each); math.Float64bits(got[at]) != math.Float64bits(want) && !(math.IsNaN(got[at]) && math.IsNaN(want)) {
					t.Fatalf("%s of %v, of %v in %+v, is %v at %d, %d, and %v alone", d.text, each, of, g, got[at], row, column, want)
				}
			}
		}
	})
}

func TestEvalAllocatesNothing(t *testing.T) {
	e := compile(t, "x > mean ? fma(x, y, max(x, mean, 1)) - y^3 / 2 : rectify(-x) + sqrt(abs(y))", visible...)
	values := []float64{3, 2, 1}
	if n := testing.AllocsPerRun(100, func() { e.Eval(values) }); n != 0 {
		t.Errorf("an evaluation allocates %v times", n)
	}
	all, dst := [][]float64{make([]float64, 40), make([]float64, 40), nil}, make([]float64, 40)
	if n := testing.AllocsPerRun(100, func() { e.EvalAll(dst, all) }); n != 0 {
		t.Errorf("an evaluation of many numbers allocates %v times", n)
	}
	of, sum := []expression.Of{expression.Place, expression.Column, expression.All}, 0.0
	if n := testing.AllocsPerRun(100, func() {
		e.EvalGrid(expression.Grid{Rows: 4, Columns: 10, Stride: 10}, of, all, 2, func(_ int, results []float64) { sum += results[0] })
	}); n != 0 {
		t.Errorf("an evaluation over a grid allocates %v times", n)
	}
}

// Whatever the text is, it compiles or gives an error with a column in it, and evaluates without
// a panic.
func FuzzCompile(f *testing.F) {
	for _, text := range []string{"2*(x - mean)", "x > 0 ? y^2 : -1", "fma(x, y, 1e-3)", "max(x,y)/0", "((", "x ?: y", "not in", "-x**2", ".5.5", "1..2", "::abs(x)", "x.y()", "min(x,)", "x ? : y", "λ"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := expression.Compile(text, visible)
		if err == nil {
			e.Eval([]float64{1, 2, 3})
			return
		}
		at, ok := err.(*expression.Error)
		if !ok || at.Message == "" || at.Column < 1 || at.Column > max(1, len([]rune(text))) {
			t.Errorf("%q: %#v", text, err)
		}
	})
}

// The cost of an expression for each neuron, beside the same as a function in Go.
func BenchmarkEval(b *testing.B) {
	values, sum := []float64{3, 2, 1}, 0.0
	for _, text := range []string{"x", "x - mean", "2*(x - mean)", "x > 0 ? y^2 : -1"} {
		e := compile(b, text, visible...)
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				sum += e.Eval(values)
			}
		})
	}
	b.Run("2*(x - mean), 100 at once", func(b *testing.B) {
		e := compile(b, "2*(x - mean)", visible...)
		all, dst := [][]float64{make([]float64, 100), make([]float64, 100), make([]float64, 100)}, make([]float64, 100)
		for b.Loop() {
			e.EvalAll(dst, all)
		}
	})
	b.Run("Go", func(b *testing.B) {
		f := func(v []float64) float64 { return 2 * (v[0] - v[2]) }
		for b.Loop() {
			sum += f(values)
		}
	})
}
