package kernel

import (
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/testkit/long"
)

// vectorsOf returns all vectors of neurons that a step reads or writes.
func vectorsOf(t *TwoPhase) []*[]float64 {
	all := append([]*[]float64{&t.Signals, &t.PreDrive}, outputsOf(t)...)
	if t.Current != nil {
		all = append(all, &t.Current)
	}
	return all
}

// outputs is how the outputs of a step fire.
type outputs int

const (
	linear outputs = iota
	inOrder
	rectified
)

func outputsOf(t *TwoPhase) []*[]float64 {
	return []*[]float64{
		&t.Scale, &t.Provisional, &t.Final,
		&t.PostDecay, &t.LateralPostDecay, &t.LateralPreDecay, &t.ScaleDecay, &t.ScaleDrain,
		&t.Keep, &t.PostDrive, &t.LateralDrive, &t.PostFactor, &t.PreFactor,
		&t.Before, &t.ScaleDecayFactor, &t.ScaleDrainFactor,
	}
}

// drawTwoPhase draws a step of any size in any state.
func drawTwoPhase(t *rapid.T, fire outputs) *TwoPhase {
	k, n := rapid.IntRange(1, 14).Draw(t, "K"), rapid.IntRange(1, 40).Draw(t, "N")
	switch rapid.IntRange(0, 19).Draw(t, "large") {
	case 0, 1:
		n = rapid.IntRange(190, 2*tileColumns+5).Draw(t, "long N")
	case 2:
		k = rapid.IntRange(15, 40).Draw(t, "large K")
	}
	return drawTwoPhaseOf(t, k, n, fire)
}

func drawTwoPhaseOf(t *rapid.T, k, n int, fire outputs) *TwoPhase {
	s := &TwoPhase{
		Rows: k, Cols: n, Stride: Stride(n), LateralStride: Stride(k), Pending: rapid.IntRange(0, 1).Draw(t, "pending"),
		Part: rapid.SampledFrom([]Part{EveryPart, EveryPart, Neural, Learning}).Draw(t, "part"),
		Root: rapid.Float64Range(0, 2).Draw(t, "root"), LateralRoot: rapid.Float64Range(0, 2).Draw(t, "lateral root"),
		PreDecay: rapid.Float64Range(-1, 1).Draw(t, "preDecay"),
		Stimulus: drawVector(t, "x", n), Signals: Vector(n), PreDrive: Vector(n),
		Weights: Aligned(k * Stride(n)), Sums: Aligned((k + 3) / 4 * 16),
		Lateral: Aligned(k * Stride(k)), Idle: Vector(Stride(k)),
	}
	copy(s.PreDrive, drawVector(t, "preDrive", n))
	for _, v := range outputsOf(s) {
		*v = Vector(k)
		copy(*v, drawVector(t, "vector", k))
	}
	positive := rapid.Float64Range(0.1, 2)
	for i := range s.Scale {
		s.Scale[i] = positive.Draw(t, "scale")
	}
	for i := k; i < cap(s.Scale); i++ {
		s.Scale[:cap(s.Scale)][i] = 1
	}
	for i := range k {
		copy(s.Weights[i*s.Stride:], drawVector(t, "W", n))
		copy(s.Lateral[i*s.LateralStride:], drawVector(t, "M_o", k))
		s.Lateral[i*s.LateralStride+i] = 0
		copy(s.Sums[4*i:], drawVector(t, "sums", 4))
	}
	if s.Pending == 0 {
		copy(s.Signals, s.Stimulus)
	}
	switch fire {
	case inOrder:
		s.InOrder = drawInOrder(t)
	case rectified:
		s.Current = Vector(k)
	}
	if s.Ordered {
		for i := range k {
			clear(s.row(i)[i:])
		}
	}
	return s
}

// drawInOrder draws a cascade of any rules.
func drawInOrder(t *rapid.T) InOrder {
	return InOrder{
		Cascade:            true,
		PostSquared:        rapid.Bool().Draw(t, "p = y² in W"),
		LateralPostSquared: rapid.Bool().Draw(t, "p = y² in M"),
		FixedScale:         rapid.Bool().Draw(t, "m is fixed"),
		Ordered:            rapid.Bool().Draw(t, "ordered"),
	}
}

// copyOf returns a deep copy, padding included.
func copyOf(s *TwoPhase) *TwoPhase {
	c := *s
	for _, v := range append([]*[]float64{&c.Weights, &c.Sums, &c.Lateral, &c.Idle}, vectorsOf(&c)...) {
		n := len(*v)
		whole := Aligned(Stride(n))
		copy(whole, (*v)[:cap(*v)])
		*v = whole[:n]
	}
	return &c
}

// The assembly of a step leaves behind what the reference leaves behind, to the
// last bit, and nothing behind the ends of vectors and rows.
func TestTwoPhaseAssemblyIsReference(t *testing.T) {
	if !haveAssembly {
		t.Skip("no assembly on this machine")
	}
	byAssembly(t, func(t *testing.T) {
		for _, fire := range []outputs{linear, inOrder, rectified} {
			results := map[TwoPhaseResult]int{}
			rapid.Check(t, func(t *rapid.T) {
				for _, result := range checkTwoPhase(t, drawTwoPhase(t, fire), drawSteps(t)) {
					results[result]++
				}
			})
			for result := Done; result <= BadStimulus; result++ {
				if results[result] == 0 && !testing.Short() {
					t.Errorf("outputs %d: result %d was never met: the check is not a check of it", fire, result)
				}
			}
		}
	})
}

// Every number of outputs up to 40, a few times.
func TestTwoPhaseOfEverySize(t *testing.T) {
	if !haveAssembly {
		t.Skip("no assembly on this machine")
	}
	byAssembly(t, func(t *testing.T) {
		for k := 1; k <= 40; k++ {
			for _, fire := range []outputs{linear, inOrder, rectified} {
				for seed := range long.Or(2, 10) {
					draw := func(n int) *TwoPhase {
						return rapid.Custom(func(t *rapid.T) *TwoPhase { return drawTwoPhaseOf(t, k, n, fire) }).Example(10*k + seed)
					}
					checkTwoPhase(t, draw(1+seed%9), 2)
					wide := draw(wideCols + seed%8)
					wide.Pending, wide.Part = 1, EveryPart
					checkTwoPhase(t, wide, 2)
				}
			}
		}
	})
}

func drawSteps(t *rapid.T) int { return rapid.IntRange(1, 3).Draw(t, "steps") }

// failer is a test that fails, or one draw of it.
type failer interface{ Fatalf(string, ...any) }

// checkTwoPhase makes a few steps of one circuit twice, and returns how far they
// came.
func checkTwoPhase(t failer, got *TwoPhase, steps int) (results []TwoPhaseResult) {
	want := copyOf(got)
	for range steps {
		result, wanted := got.Run(), twoPhaseReference(want)
		if result != wanted {
			t.Fatalf("result %d, want %d", result, wanted)
		}
		results = append(results, result)
		checkSameStep(t, got, want)
		if result != Done {
			break // no further step will be
		}
		checkEnds(t, got)
		got.Pending, want.Pending = 1, 1
	}
	return results
}

// A factor that is not finite leaves no trace behind the ends, even where nothing
// diverges by it.
func TestTwoPhaseRestoresItsZeros(t *testing.T) {
	for _, order := range []InOrder{{}, {Cascade: true}, {Cascade: true, Ordered: true}} {
		for k := 1; k < 10; k++ {
			checkZeros(t, k, order)
		}
	}
}

func checkZeros(t *testing.T, k int, order InOrder) {
	s := &TwoPhase{InOrder: order,
		Rows: k, Cols: 1, Stride: Line, LateralStride: Stride(k), Part: Learning, Root: 1, LateralRoot: 1,
		Signals: Vector(1), PreDrive: Vector(1), Lateral: Aligned(k * Stride(k)), Idle: Vector(Stride(k)),
	}
	for _, v := range outputsOf(s) {
		*v = Vector(k)
	}
	for i := range s.Scale[:cap(s.Scale)] {
		s.Scale[:cap(s.Scale)][i] = 1
	}
	for i := range k {
		s.LateralPostDecay[i] = math.Inf(1)
	}
	if result := s.Run(); result != Done {
		t.Fatalf("%+v, K = %d: result %d", order, k, result)
	}
	checkEnds(t, s)
}

// The assembly finds the fields of a TwoPhase by their places.
func TestTwoPhaseFields(t *testing.T) {
	s := reflect.TypeFor[TwoPhase]()
	offset := uintptr(0)
	for i := range s.NumField() {
		if f := s.Field(i); f.Offset != offset {
			t.Errorf("%s is at %d, not %d", f.Name, f.Offset, offset)
		} else if offset += 8; f.Type.Kind() == reflect.Slice {
			offset += 16
		}
	}
	o := reflect.TypeFor[InOrder]()
	for i, name := range []string{"Cascade", "PostSquared", "LateralPostSquared", "FixedScale", "Ordered"} {
		if f := o.Field(i); f.Name != name || f.Offset != uintptr(i) || f.Type.Size() != 1 {
			t.Errorf("byte %d of an InOrder is %s, not %s", i, f.Name, name)
		}
	}
}

// What underflows to −0 is received as 0, by an output that is −0 itself too.
func TestCascadeReceivesNoNegativeZero(t *testing.T) {
	defer func(before bool) { assembly = before }(assembly)
	assembly = haveAssembly
	for k := 1; k < 15; k++ {
		s := &TwoPhase{
			Rows: k, Cols: 1, Stride: Line, LateralStride: Stride(k), Part: Neural, Root: 1, LateralRoot: 1,
			InOrder: InOrder{Cascade: true, Ordered: true},
			Signals: Vector(1), PreDrive: Vector(1), Sums: Aligned((k + 3) / 4 * 16),
			Lateral: Aligned(k * Stride(k)), Idle: Vector(Stride(k)),
		}
		for _, v := range outputsOf(s) {
			*v = Vector(k)
		}
		for i := range s.Scale[:cap(s.Scale)] {
			s.Scale[:cap(s.Scale)][i] = 4
		}
		const least = math.SmallestNonzeroFloat64
		for i := range k {
			s.Sums[4*i] = -1
			for j := range i {
				s.row(i)[j] = least // least·y underflows to −0
			}
		}
		s.Sums[4*(k-1)] = -least // as ỹ does
		want := copyOf(s)
		if got, wanted := s.Run(), twoPhaseReference(want); got != Done || wanted != Done {
			t.Fatalf("K = %d: results %d and %d", k, got, wanted)
		}
		negative := math.Copysign(0, -1)
		if own, y := s.Provisional[k-1], s.Final[k-1]; !same(own, negative) || !same(y, negative) || !same(want.Final[k-1], negative) {
			t.Errorf("K = %d: %v − 0 is %v, by the reference %v", k, own, y, want.Final[k-1])
		}
	}
}

func checkSameStep(t failer, got, want *TwoPhase) {
	arrays := func(s *TwoPhase) []*[]float64 { return append(vectorsOf(s), &s.Weights) }
	compare := func(what string, of int, a, b []float64) {
		for i := range b {
			if !same(a[i], b[i]) {
				t.Fatalf("%s %d: element %d is %v, want %v", what, of, i, a[i], b[i])
			}
		}
	}
	wanted := arrays(want)
	for v, array := range arrays(got) {
		compare("array", v, *array, *wanted[v])
	}
	for i := range got.Rows {
		compare("lateral row", i, got.row(i), want.row(i))
	}
}

// checkEnds checks what stands behind the ends of vectors and rows, for what the
// next step would read there.
func checkEnds(t failer, s *TwoPhase) {
	for i := range s.Rows {
		for j, w := range s.Lateral[i*s.LateralStride:][:s.LateralStride] {
			if j >= s.Rows && w != 0 {
				t.Fatalf("behind lateral row %d stands %v", i, w)
			}
		}
	}
	for v, array := range vectorsOf(s) {
		if array == &s.Keep || array == &s.Before {
			continue // 1 or 0, not read
		}
		want := 0.0
		if array == &s.Scale {
			want = 1
		}
		n := len(*array)
		for _, end := range (*array)[n:cap(*array)][:(n+3)/4*4-n] {
			if end != want {
				t.Fatalf("behind vector %d stands %v", v, end)
			}
		}
	}
	for _, v := range s.Idle {
		if v != 0 {
			t.Fatalf("the idle row has become %v", v)
		}
	}
}
