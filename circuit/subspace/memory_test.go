package subspace

import (
	"math"
	"slices"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
)

// leave has the next measures find a number everywhere in their memory.
func leave(v float64) {
	s := new(scratch)
	for _, m := range []*kernel.Matrix{&s.a, &s.b, &s.c, &s.d, &s.e} {
		m.Reshape(40, 60)
		w, _ := m.Padded()
		for i := range w {
			w[i] = v
		}
	}
	s.values = slices.Repeat([]float64{v}, 1000)
	scratches = sync.Pool{New: func() any { return s }}
}

// What earlier measures left in memory does not count.
func TestMemoryDoesNotCount(t *testing.T) {
	defer func() { scratches = sync.Pool{New: func() any { return new(scratch) }} }()
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(1, 9).Draw(t, "K")
		n := rapid.IntRange(k, 20).Draw(t, "N")
		stream, drawn := random.New(rapid.Uint64().Draw(t, "seed"), 0, "test"), uint64(0)
		draw := func(rows, cols int) *mat.Dense {
			all := make([]float64, rows*cols)
			stream.Normals(all, drawn)
			drawn++
			return mat.NewDense(rows, cols, all)
		}
		w, m, a, u := draw(k, n), draw(k, k), draw(n, k), draw(n, k)
		if rapid.Bool().Draw(t, "symmetric") {
			m.Add(m, mat.DenseCopyOf(m.T()))
		}
		var g mat.SymDense
		g.SymOuterK(0.2, draw(n, 5))
		spiked := NewSpiked(&g, 0.5, []float64{2, 1}[:min(2, n)], draw(n, min(2, n)))
		measures := map[string]func() []float64{
			"ExactFilter": func() []float64 {
				f, err := ExactFilter(w, m)
				if err != nil {
					return nil
				}
				return f.RawMatrix().Data
			},
			"SpectralRadius":           func() []float64 { return []float64{SpectralRadius(m)} },
			"LateralRatio":             func() []float64 { return []float64{LateralRatio(m)} },
			"SettlingError":            func() []float64 { return []float64{SettlingError(w, a.T(), &g)} },
			"SettlingError, isotropic": func() []float64 { return []float64{SettlingError(w, a.T(), nil)} },
			"SettlingError, spiked":    func() []float64 { return []float64{SettlingError(w, a.T(), spiked)} },
			"ProcrustesError":          func() []float64 { return []float64{ProcrustesError(a, u)} },
			"ProjectorError":           func() []float64 { return []float64{ProjectorError(a, u)} },
			"PrincipalAngles":          func() []float64 { return PrincipalAngles(a, u) },
			"Alignment":                func() []float64 { return Alignment(a, u) },
			"UnorderedAlignment":       func() []float64 { return UnorderedAlignment(a, u) },
			"OutputCovarianceError":    func() []float64 { return []float64{OutputCovarianceError(w, &g, make([]float64, k))} },
		}
		for name, measure := range measures {
			leave(0)
			want := measure()
			for _, v := range []float64{math.NaN(), math.Inf(1), -math.MaxFloat64, 5e-324} {
				leave(v)
				if got := measure(); !slices.EqualFunc(got, want, func(a, b float64) bool { return a == b || a != a && b != b }) {
					t.Errorf("%s: %v after %v, want %v", name, got, v, want)
				}
			}
		}
	})
}
