package kernel_test

import (
	"hash/fnv"
	"math"
	"slices"
	"testing"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
)

// TestGolden pins the bits of a few thousand fixed calls, so that another
// machine, compiler or implementation can be compared with the one that wrote
// these constants (linux/amd64, Go 1.26, pure Go).
func TestGolden(t *testing.T) {
	stream, step := random.New(20180, 1, "kernel golden"), uint64(0)
	normals := func(n int) []float64 {
		v := make([]float64, n)
		stream.Normals(v, step)
		step++
		return v
	}
	for _, test := range []struct {
		name string
		call func(i int) []float64
		want uint64
	}{
		{"Dot", func(i int) []float64 {
			return []float64{kernel.Dot(normals(i%71), normals(i%71))}
		}, 0x7fb9e5e682d3a338},
		{"UpdateDecay", func(i int) []float64 {
			m := row(normals(i % 71))
			post := normals(2)
			m.UpdateDecay(post[1:], post[:1], normals(i%71), normals(i%71))
			return m.Row(0)
		}, 0x80c31f869984559a},
		{"Update", func(i int) []float64 {
			m := row(normals(i % 71))
			post := normals(3)
			m.Update([]float64{kernel.Keep(post[0], post[1])}, post[2:], normals(i%71))
			return m.Row(0)
		}, 0xd467c5b190251ea4},
		{"Solve", func(i int) []float64 {
			n := i % 13
			b := normals(n)
			if !kernel.Solve(normals(n*n), b) {
				t.Fatal("singular")
			}
			return b
		}, 0x52e90c7548d252e5},
		{"Solve, with equal pivots to choose from", func(i int) []float64 {
			n := i % 7
			a, b := normals(n*n), normals(n)
			for j, v := range a {
				a[j] = math.Round(v)
			}
			if !kernel.Solve(a, b) {
				return nil // one in a few is singular
			}
			return b
		}, 0xe0ac6120738e92bc},
		{"Trials", func(i int) []float64 { return stepTrials(normals, i, false) }, 0x7d814947b849fa84},
		{"Trials of cascades", func(i int) []float64 { return stepTrials(normals, i, true) }, 0xe33f9cf4fe68c3c7},
	} {
		h := fnv.New64a()
		for i := range 2000 {
			for _, v := range test.call(i) {
				b := math.Float64bits(v)
				for shift := 0; shift < 64; shift += 8 {
					h.Write([]byte{byte(b >> shift)})
				}
			}
		}
		if got := h.Sum64(); got != test.want {
			t.Errorf("%s: the results hash to %#x, want %#x", test.name, got, test.want)
		}
	}
}

// stepTrials returns the state of circuits in lanes after some steps, with 1+i%13 inputs and 1+i%5 outputs.
func stepTrials(normals func(int) []float64, i int, cascade bool) []float64 {
	n, k := 1+i%13, 1+i%5
	const steps = 3
	trials := kernel.NewTrials(k, n)
	trials.Cascade = cascade
	copy(trials.Weights, normals(len(trials.Weights)))
	for l := range trials.Scale {
		trials.Scale[l] = float64(1 + l%7)
	}
	d := kernel.Decays{
		Post: normals(k), Pre: normals(1)[0], LateralPost: normals(k), LateralPre: normals(k),
		Scale: normals(k), Drain: normals(k),
	}
	factors := make([]float64, steps*kernel.FactorCount(k))
	for s := range steps {
		d.Factors(factors[s*kernel.FactorCount(k):], 0.1, 0.2)
	}
	stride := (steps*n + 3) &^ 3
	x := make([]float64, kernel.Lanes*stride)
	kernel.Interleave(x, normals(len(x)), steps*n, stride)
	wrong := trials.Step(x, factors, steps)
	return slices.Concat([]float64{float64(wrong)}, trials.Weights, trials.Lateral, trials.Scale, trials.Before, trials.Provisional, trials.Final)
}

// row returns a matrix of one row.
func row(w []float64) *kernel.Matrix {
	m := kernel.NewMatrix(1, len(w))
	copy(m.Row(0), w)
	return m
}
