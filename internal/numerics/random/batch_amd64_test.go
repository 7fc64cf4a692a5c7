package random

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/numerics/kernel"
)

// TestBatchIsOneByOne compares the assembly with plain Go, bit by bit, and looks
// at what stands behind the numbers.
func TestBatchIsOneByOne(t *testing.T) {
	if !assembly {
		t.Skip("the assembly is not in use")
	}
	defer func(before bool) { wide = before }(wide)
	for _, wide = range slices.Compact([]bool{false, kernel.LongProducts()}) {
		t.Run(fmt.Sprintf("wide=%t", wide), func(t *testing.T) {
			// Every length up to a few batches, and so each word outside the
			// accepted part in each place of a batch.
			for n := range 800 {
				compareBatch(t, New(1, 2, "lengths"), uint64(n), n)
			}
			rapid.Check(t, func(t *rapid.T) {
				s := New(rapid.Uint64().Draw(t, "seed"), rapid.Uint64().Draw(t, "trial"), "batch")
				compareBatch(t, s, rapid.Uint64().Draw(t, "step"), rapid.SliceOfN(rapid.IntRange(0, 3000), 0, 5).Draw(t, "lengths")...)
			})
		})
	}
}

// compareBatch draws rows of some lengths.
func compareBatch(t rapid.TB, s Stream, step uint64, lengths ...int) {
	t.Helper()
	const guard, behind = 1e300, 8 // what stands behind the normals
	var rows, guards [][]float64
	for _, n := range lengths {
		all := slices.Repeat([]float64{guard}, n+behind)
		rows, guards = append(rows, all[:n]), append(guards, all[n:])
	}
	s.normalRows(rows, step)
	for r, row := range rows {
		want := make([]float64, len(row))
		s.normalsReference(want, step+uint64(r))
		for i, z := range want {
			if math.Float64bits(row[i]) != math.Float64bits(z) {
				t.Fatalf("row %d: normal %d of %d is %v, want %v", r, i, len(row), row[i], z)
			}
		}
		for i, v := range guards[r] {
			if v != guard {
				t.Fatalf("row %d: number %d behind %d normals has become %v", r, i, len(row), v)
			}
		}
	}
}
