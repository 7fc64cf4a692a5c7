package kernel

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// An element of a product is the dot product of a row and a column, and a combination of rows is made row
// after row. What stands beside the product stays as it is.
func TestProducts(t *testing.T) {
	everyWay(t, func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			size := rapid.IntRange(1, 40)
			odd := drawVector(t, "odd numbers", rapid.IntRange(1, 20).Draw(t, "how many"))
			compareProducts(t, size.Draw(t, "p"), size.Draw(t, "n"), size.Draw(t, "q"), odd, rapid.Uint64().Draw(t, "seed"))
		})
		// Beyond what is near.
		compareProducts(t, 3, 2*longProduct+3, 11, []float64{-0.5}, 1)
		for q := range 40 {
			compareProducts(t, 2, longProduct+2, 1+q, []float64{-0.5}, 1)
		}
		compareProducts(t, 3, 25, longProduct+7, []float64{-0.5}, 1)
		for n := range 14 {
			for q := range 40 {
				compareProducts(t, 3, 1+n, 1+q, []float64{-0.5}, 1)
			}
		}
	})
}

// compareProducts multiplies matrices of normals, some of them odd numbers.
func compareProducts(t rapid.TB, p, n, q int, odd []float64, seed uint64) {
	t.Helper()
	source := rand.New(rand.NewPCG(seed, 0))
	fill := func(rows, cols int) *Matrix {
		m := NewMatrix(rows, cols)
		for i := range m.w {
			if m.w[i] = source.NormFloat64(); source.IntN(20) == 0 {
				m.w[i] = odd[source.IntN(len(odd))]
			}
		}
		return m
	}
	a, b, turned := fill(p, n), fill(n, q), NewMatrix(n, p)
	for i := range p {
		for j, v := range a.Row(i) {
			turned.Row(j)[i] = v
		}
	}
	product := func(i, j int) float64 { return Dot(a.Row(i), columnOf(b, j)) }
	combination := func(i, j int) float64 {
		sum := 0.0
		for k, c := range a.Row(i) {
			sum = fma(c, b.Row(k)[j], sum)
		}
		return sum
	}
	for _, test := range []struct {
		name string
		call func(dst *Matrix)
		want func(i, j int) float64
	}{
		{"Multiply", func(dst *Matrix) { Multiply(dst, a, b) }, product},
		{"MultiplyTransposed", func(dst *Matrix) { MultiplyTransposed(dst, turned, b) }, product},
		{"CombineRows", func(dst *Matrix) { CombineRows(dst, a, b) }, combination},
	} {
		all := fill(p, q+9)
		before := append([]float64(nil), all.w...)
		dst := View(all.w[5:], p, q, all.stride)
		test.call(&dst)
		for at, v := range all.w {
			i, j := at/all.stride, at%all.stride-5
			want := before[at]
			if j >= 0 && j < q {
				want = test.want(i, j)
			}
			if !same(v, want) {
				t.Fatalf("%s, [%d×%d]·[%d×%d]: element %d of row %d is %v, want %v", test.name, p, n, n, q, j, i, v, want)
			}
		}
	}
}

// columnOf returns a copy of a column.
func columnOf(m *Matrix, j int) []float64 {
	column := make([]float64, m.rows)
	for i := range column {
		column[i] = m.Row(i)[j]
	}
	return column
}
