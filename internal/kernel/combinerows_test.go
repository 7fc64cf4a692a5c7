package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// Combinations of rows are made row after row, and products are those of Forward.
func TestCombineRowsAndProducts(t *testing.T) {
	for _, use := range []bool{false, haveAssembly} {
		t.Run(fmt.Sprintf("assembly=%t", use), func(t *testing.T) {
			defer func(before bool) { assembly = before }(assembly)
			assembly = use
			rapid.Check(t, func(t *rapid.T) {
				compareRows(t, rapid.IntRange(1, 40).Draw(t, "rows"), rapid.IntRange(1, 200).Draw(t, "columns"),
					rapid.IntRange(0, 20).Draw(t, "count"), rapid.Uint64().Draw(t, "seed"))
			})
			for _, columns := range []int{tileColumns, tileColumns + 1, 3*tileColumns - 7} {
				compareRows(t, 6, columns, 35, 3) // several tiles, and more rows than a tile is used for
			}
		})
	}
}

// compareRows combines the rows of a matrix of normals in some ways, and multiplies them with as many
// other rows.
func compareRows(t rapid.TB, rows, columns, count int, seed uint64) {
	t.Helper()
	source := rand.New(rand.NewPCG(seed, 0))
	fill := func(v []float64) {
		for i := range v {
			v[i] = source.NormFloat64()
		}
	}
	m, other := NewMatrix(rows, columns), NewMatrix(count, columns)
	for i := range rows {
		fill(m.Row(i))
	}
	for i := range count {
		fill(other.Row(i))
	}
	coefficients := make([]float64, count*rows)
	fill(coefficients)

	combined := NewMatrix(count, columns)
	m.CombineRows(count, coefficients, func(i, from int, part []float64) { copy(combined.Row(i)[from:], part) })
	products := NewMatrix(count, rows)
	m.Products(products, other)
	want, total := make([]float64, columns), make([]float64, rows)
	for i := range count {
		clear(want)
		for j := range rows {
			axpyReference(want, coefficients[i*rows+j], m.Row(j))
		}
		for at, v := range combined.Row(i) {
			if !same(v, want[at]) {
				t.Fatalf("combination %d of %d×%d: element %d is %v, want %v", i, rows, columns, at, v, want[at])
			}
		}
		m.Forward(other.Row(i))
		m.Total(total)
		for j, v := range products.Row(i) {
			if !same(v, total[j]) {
				t.Fatalf("product of row %d with row %d of %d×%d is %v, want %v", i, j, rows, columns, v, total[j])
			}
		}
	}
}
