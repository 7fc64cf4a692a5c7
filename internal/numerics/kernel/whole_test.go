package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestWholeIsOneByOne compares sums of products of whole numbers with fused products, one by one.
func TestWholeIsOneByOne(t *testing.T) {
	everyWay(t, func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			n := rapid.IntRange(1, 100).Draw(t, "n")
			most := rapid.SampledFrom([]int{1, 255, MostWhole}).Draw(t, "largest")
			source := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
			rows := make([][]float64, WholeRows)
			for r := range rows {
				rows[r] = make([]float64, n)
				for j := range rows[r] {
					if rows[r][j] = float64(source.IntN(2*most+1) - most); source.IntN(4) == 0 {
						rows[r][j] = float64(most)
					}
				}
			}
			w := NewWhole(n)
			if !w.Set(rows) {
				t.Fatal("whole numbers are refused")
			}
			for i := range n {
				const guard = 1e300
				got, want := append(make([]float64, n), guard), make([]float64, n)
				for from := 0; from < n; from += PartLength {
					w.Add(got[:n], from, i)
				}
				for _, row := range rows {
					axpyReference(want, row[i], row)
				}
				if !slices.EqualFunc(got[:n], want, same) || got[n] != guard {
					t.Fatalf("column %d of %d: %v, want %v", i, n, got, want)
				}
			}
		})
	})
	for _, v := range []float64{0.5, MostWhole + 1, -MostWhole - 1, 1e300, math.Inf(1), math.NaN()} {
		rows := slices.Repeat([][]float64{{v}}, WholeRows)
		if NewWhole(1).Set(rows) {
			t.Errorf("%v is taken for a small whole number", v)
		}
	}
}
