package kernel

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/testkit/long"
)

// oddNumbers are those on which arithmetic goes wrong first.
var oddNumbers = []float64{
	0, math.Copysign(0, -1), 1, -1, math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64,
	0x1p-1022, math.MaxFloat64, -math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN(), 1e-200, 1e200,
}

// drawVector draws n numbers, most of them tame.
func drawVector(t *rapid.T, name string, n int) []float64 {
	tame := rapid.Float64Range(-2, 2)
	number := tame
	if rapid.Bool().Draw(t, name+" is odd") {
		number = rapid.OneOf(tame, tame, rapid.SampledFrom(oddNumbers))
	}
	return rapid.SliceOfN(number, n, n).Draw(t, name)
}

// byAssembly runs a test by the assembly, without AVX-512 and, if the processor has it,
// with it.
func byAssembly(t *testing.T, test func(t *testing.T)) {
	defer func(a, w bool) { assembly, wide = a, w }(assembly, wide)
	assembly, wide = haveAssembly, false
	t.Run(fmt.Sprintf("assembly=%t", assembly), test)
	if wide = haveWide; wide {
		t.Run("wide", test)
	}
}

// everyWay runs a test by the assembly and in plain Go.
func everyWay(t *testing.T, test func(t *testing.T)) {
	byAssembly(t, test)
	defer func(before bool) { assembly = before }(assembly)
	assembly = false
	t.Run("reference", test)
}

// An operation of a matrix is the operation on each of its weights.
func TestMatrixIsWeightByWeight(t *testing.T) {
	everyWay(t, func(t *testing.T) { rapid.Check(t, checkMatrix) })
}

// Every number of columns up to 200, and of rows up to 24.
func TestMatrixOfEveryLength(t *testing.T) {
	byAssembly(t, func(t *testing.T) {
		for cols := range 201 {
			seed := cols
			operate := rapid.Custom(func(draw *rapid.T) int {
				checkMatrixOf(draw, t, 1+seed%24, cols) // a draw that failed would be drawn again
				return 0
			})
			for range long.Or(2, 8) {
				operate.Example(seed)
				seed += 201
			}
		}
	})
}

// FuzzMatrix, FuzzTwoPhase and FuzzCascade look for numbers of which the assembly
// makes something else than the reference.
func FuzzMatrix(f *testing.F) { f.Fuzz(rapid.MakeFuzz(checkMatrix)) }

func FuzzTwoPhase(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { checkTwoPhase(t, drawTwoPhase(t, linear), drawSteps(t)) }))
}

func FuzzCascade(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { checkTwoPhase(t, drawTwoPhase(t, inOrder), drawSteps(t)) }))
}

func checkMatrix(t *rapid.T) {
	rows, cols := rapid.IntRange(1, 24).Draw(t, "rows"), rapid.IntRange(1, 40).Draw(t, "cols")
	if rapid.IntRange(0, 9).Draw(t, "long") == 0 {
		cols = rapid.IntRange(190, 2*tileColumns+5).Draw(t, "long cols")
	}
	checkMatrixOf(t, t, rows, cols)
}

func checkMatrixOf(draw *rapid.T, t failer, rows, cols int) {
	m := NewMatrix(rows, cols)
	want := make([][]float64, rows)
	for i := range want {
		want[i] = drawVector(draw, "row", cols)
		copy(m.Row(i), want[i])
	}
	postDrive, preDrive := drawVector(draw, "postDrive", rows), drawVector(draw, "preDrive", cols)
	postDecay, preDecay := drawVector(draw, "postDecay", rows), drawVector(draw, "preDecay", cols)
	x, got := drawVector(draw, "x", cols), make([]float64, rows)
	dot := false
	operation := rapid.SampledFrom([]string{"forward", "update", "update and forward", "update with decay", "update with decay and forward"}).Draw(draw, "operation")
	switch operation {
	case "forward":
		m.Forward(x)
		m.Total(got)
		dot = true
	case "update":
		m.Update(postDecay, postDrive, preDrive)
		each(want, func(i, j int, w float64) float64 { return Changed(w, postDecay[i], postDrive[i], preDrive[j]) })
	case "update and forward":
		m.UpdateForward(x, postDecay, postDrive, preDrive)
		m.Total(got)
		each(want, func(i, j int, w float64) float64 { return Changed(w, postDecay[i], postDrive[i], preDrive[j]) })
		dot = true
	case "update with decay", "update with decay and forward":
		if dot = operation != "update with decay"; dot {
			m.UpdateDecayForward(x, postDecay, postDrive, preDrive, preDecay)
			m.Total(got)
		} else {
			m.UpdateDecay(postDecay, postDrive, preDrive, preDecay)
		}
		each(want, func(i, j int, w float64) float64 {
			return Changed(w, Keep(postDecay[i], preDecay[j]), postDrive[i], preDrive[j])
		})
	}
	for i := range want {
		for j, w := range want[i] {
			if !same(m.Row(i)[j], w) {
				t.Fatalf("weight [%d,%d] is %v, want %v", i, j, m.Row(i)[j], w)
			}
		}
		if dot && !same(got[i], Dot(want[i], x)) {
			t.Fatalf("row %d receives %v, want %v", i, got[i], Dot(want[i], x))
		}
	}
	for i := range rows {
		for j := cols; j < m.stride; j++ {
			if v := m.w[i*m.stride+j]; v != 0 {
				t.Fatalf("the padding has become %v", v)
			}
		}
	}
}

// An operation of a vector is the operation on each of its elements.
func TestVectorIsElementByElement(t *testing.T) {
	everyWay(t, func(t *testing.T) { rapid.Check(t, checkVector) })
}

func checkVector(t *rapid.T) {
	n := rapid.IntRange(0, 200).Draw(t, "n")
	x, y, z, m := drawVector(t, "x", n), drawVector(t, "y", n), drawVector(t, "z", n), drawVector(t, "m", n)
	a := drawVector(t, "a", 1)[0]
	const guard = 1e300 // what stands behind the vector
	run := func(operation func(dst []float64)) []float64 {
		dst := append(append([]float64{}, m...), guard)
		operation(dst[:n])
		if dst[n] != guard {
			t.Fatalf("the element behind the vector has become %v", dst[n])
		}
		return dst[:n]
	}
	finite := true
	scaled := run(func(dst []float64) { Scale(dst, a, x) })
	added := run(func(dst []float64) { Axpy(dst, a, x) })
	rescaled := run(func(dst []float64) { Rescale(dst, x, y, z) })
	sums := run(func(dst []float64) { AddEach(dst, x, y) })
	differences := run(func(dst []float64) { SubtractEach(dst, x, y) })
	products := run(func(dst []float64) { MultiplyEach(dst, x, y) })
	quotients := run(func(dst []float64) { DivideEach(dst, x, y) })
	copied := run(func(dst []float64) { finite = CopyFinite(dst, x) })
	for i := range n {
		for _, c := range []struct {
			name      string
			got, want float64
		}{
			{"scaled", scaled[i], a * x[i]},
			{"added", added[i], math.FMA(a, x[i], m[i])},
			{"rescaled", rescaled[i], Rescaled(m[i], x[i], y[i], z[i])},
			{"added to another", sums[i], x[i] + y[i]},
			{"reduced", differences[i], x[i] - y[i]},
			{"multiplied", products[i], x[i] * y[i]},
			{"divided", quotients[i], x[i] / y[i]},
			{"copied", copied[i], x[i]},
		} {
			if !same(c.got, c.want) {
				t.Fatalf("element %d is %s to %v, want %v", i, c.name, c.got, c.want)
			}
		}
	}
	if finite != Finite(x) {
		t.Fatalf("finite: %t of %v", finite, x)
	}
}

func each(rows [][]float64, change func(i, j int, w float64) float64) {
	for i, row := range rows {
		for j, w := range row {
			row[j] = change(i, j, w)
		}
	}
}

// same compares bits; what is not a number is the same as any other.
func same(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || (math.IsNaN(a) && math.IsNaN(b))
}

// What stands in the padding, or behind a row, does not count: memory that is used again holds anything there.
func TestForwardReadsNoPadding(t *testing.T) {
	everyWay(t, func(t *testing.T) {
		for rows := 1; rows < 10; rows++ {
			for _, cols := range []int{1, 2, 3, 4, 5, 7, 8, 11, 18, tileColumns + 1, tileColumns + 3} {
				m := NewMatrix(rows, cols)
				for i := range m.w {
					m.w[i] = math.NaN()
				}
				got, x := make([]float64, m.rows), make([]float64, m.cols)
				for j := range x {
					x[j] = float64(1 + j)
				}
				for first := max(0, cols-20); first < cols; first++ {
					for i := range m.rows {
						row := m.Row(i)
						for j := range row {
							row[j] = math.NaN()
						}
						copy(row[first:], x[first:])
					}
					m.ForwardFrom(first, x[first:])
					m.Total(got)
					for i, v := range got {
						if want := Dot(x[first:], x[first:]); v != want {
							t.Fatalf("[%d×%d] from column %d: row %d receives %v, want %v", m.rows, m.cols, first, i, v, want)
						}
					}
				}
			}
		}
	})
}
