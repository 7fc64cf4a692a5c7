package kernel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A combination of columns is a scaled vector with one column after another
// added to it.
func TestCombineIsColumnByColumn(t *testing.T) {
	defer func(a, f bool) { assembly, fours = a, f }(assembly, fours)
	for _, use := range [][2]bool{{false, false}, {haveAssembly, false}, {haveAssembly, haveLong}} {
		t.Run(fmt.Sprintf("assembly=%t,fours=%t", use[0], use[1]), func(t *testing.T) {
			assembly, fours = use[0], use[1]
			rapid.Check(t, checkCombine)
			// Every length and more panels than the cache is to hold.
			for n := range 140 {
				compareCombine(t, n, n%7, 1+n%8, []float64{-0.5}, rand.New(rand.NewPCG(1, uint64(n))))
			}
			compareCombine(t, 333, 70, 7, []float64{0.3}, rand.New(rand.NewPCG(2, 2)))
		})
	}
}

func checkCombine(t *rapid.T) {
	n, r, count := rapid.IntRange(0, 300).Draw(t, "n"), rapid.IntRange(0, 20).Draw(t, "r"), rapid.IntRange(0, 9).Draw(t, "count")
	odd := drawVector(t, "odd numbers", rapid.IntRange(1, 20).Draw(t, "how many"))
	compareCombine(t, n, r, count, odd, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
}

// compareCombine combines r columns of n numbers into several vectors, most of
// them normals and some of them odd.
func compareCombine(t rapid.TB, n, r, count int, odd []float64, source *rand.Rand) {
	t.Helper()
	vector := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			if v[i] = source.NormFloat64(); source.IntN(20) == 0 {
				v[i] = odd[source.IntN(len(odd))]
			}
		}
		return v
	}
	columns, stored := make([][]float64, r), NewColumns(n, r)
	for k := range columns {
		columns[k] = vector(n)
	}
	for _, k := range source.Perm(r) {
		stored.SetColumn(k, columns[k])
	}
	for k, u := range columns {
		back := make([]float64, n)
		if stored.Column(back, k); !slices.EqualFunc(back, u, same) {
			t.Fatalf("column %d comes back as %v, was %v", k, back, u)
		}
	}

	const guard = 1e300 // what stands behind the vectors
	a, dst := vector(1)[0], make([][]float64, count)
	z, c, behind := make([][]float64, count), make([][]float64, count), make([][]float64, count)
	for s := range dst {
		behind[s] = append(make([]float64, n), guard, guard, guard, guard)
		dst[s], z[s], c[s] = behind[s][:n], vector(n), vector(r)
	}
	stored.Combine(dst, a, z, c)
	for s := range dst {
		want := make([]float64, n)
		scaleReference(want, a, z[s])
		for k, u := range columns {
			axpyReference(want, c[s][k], u)
		}
		for i := range want {
			if !same(dst[s][i], want[i]) {
				t.Fatalf("vector %d of %d, element %d of %d, %d columns: %v, want %v", s, count, i, n, r, dst[s][i], want[i])
			}
		}
		for _, v := range behind[s][n:] {
			if v != guard {
				t.Fatalf("what stands behind %d elements has become %v", n, v)
			}
		}
	}
}
