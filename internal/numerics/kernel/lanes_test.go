package kernel

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// alone is one two-phase circuit, or a cascade, stepped by the scalar arithmetic.
type alone struct {
	cascade                       bool
	w, m                          [][]float64
	scale, before, provisional, y []float64
	wrong                         bool // on the way
}

// step presents x.
func (c *alone) step(d Decays, root, lateralRoot float64, x []float64) {
	for i := range c.w {
		c.provisional[i] = Dot(c.w[i], x) / c.scale[i]
	}
	for i := range c.w {
		row, signals := c.m[i], c.provisional
		if c.cascade {
			row, signals = row[:i], c.y[:i]
		}
		c.y[i] = c.provisional[i] - Dot(row, signals)/c.scale[i]
		c.wrong = c.wrong || !Finite(c.y)
	}
	for i, row := range c.w {
		for j, w := range row {
			row[j] = Changed(w, Keep(root*d.Post[i], root*d.Pre), root*c.y[i], root*x[j])
		}
		for j, w := range c.m[i] {
			if j < i || j > i && !c.cascade {
				c.m[i][j] = Changed(w, Keep(lateralRoot*d.LateralPost[i], lateralRoot*d.LateralPre[j]), lateralRoot*c.y[i], lateralRoot*c.y[j])
			}
		}
	}
	for i, m := range c.scale {
		c.before[i] = m
		c.scale[i] = Rescaled(m, lateralRoot*c.y[i], lateralRoot*d.Scale[i], lateralRoot*d.Drain[i])
		c.wrong = c.wrong || !(c.scale[i] > 0) || math.IsInf(c.scale[i], 1)
	}
}

// Every lane gets the bits of a trial stepped alone by scalar arithmetic.
func TestTrialsEqualSingleTrials(t *testing.T) {
	everyWay(t, func(t *testing.T) { rapid.Check(t, checkTrials) })
}

func checkTrials(t *rapid.T) {
	n := rapid.IntRange(1, 14).Draw(t, "N")
	k := rapid.IntRange(1, 6).Draw(t, "K")
	steps := rapid.IntRange(1, 5).Draw(t, "steps")
	trials := NewTrials(k, n)
	trials.Cascade = rapid.Bool().Draw(t, "cascade")
	var circuits [Lanes]*alone
	stride := (steps*n + 3) &^ 3
	raw := make([]float64, Lanes*stride)
	for l := range circuits {
		c := &alone{
			cascade:     trials.Cascade,
			provisional: make([]float64, k), y: make([]float64, k), before: make([]float64, k),
			scale: make([]float64, k),
		}
		for i := range k {
			c.w, c.m = append(c.w, drawVector(t, "W", n)), append(c.m, drawVector(t, "M", k))
			c.m[i][i] = 0
			if c.cascade {
				clear(c.m[i][i:])
			}
			c.scale[i] = math.Abs(drawVector(t, "scale", 1)[0])
			copyLane(trials.Weights[i*n*Lanes:], l, c.w[i])
			copyLane(trials.Lateral[i*k*Lanes:], l, c.m[i])
		}
		copyLane(trials.Scale, l, c.scale)
		copy(raw[l*stride:], drawVector(t, "x", steps*n))
		circuits[l] = c
	}
	d := Decays{
		Post: drawVector(t, "post", k), Pre: drawVector(t, "pre", 1)[0],
		LateralPost: drawVector(t, "lateral post", k), LateralPre: drawVector(t, "lateral pre", k),
		Scale: drawVector(t, "decay", k), Drain: drawVector(t, "drain", k),
	}
	roots := drawVector(t, "roots", 2*steps)
	factors := make([]float64, steps*FactorCount(k))
	for s := range steps {
		d.Factors(factors[s*FactorCount(k):][:FactorCount(k)], roots[2*s], roots[2*s+1])
	}
	x := make([]float64, stride*Lanes)
	Interleave(x, raw, steps*n, stride)

	wrong := trials.Step(x, factors, steps)
	for l, c := range circuits {
		for s := range steps {
			c.step(d, roots[2*s], roots[2*s+1], raw[l*stride+s*n:][:n])
		}
		if got := wrong>>l&1 == 1; got != c.wrong {
			t.Fatalf("trial %d: wrong %t, want %t", l, got, c.wrong)
		}
		for _, quantity := range []struct {
			name      string
			got, want []float64
		}{
			{"W", trials.Weights, slices.Concat(c.w...)},
			{"M", trials.Lateral, slices.Concat(c.m...)},
			{"m", trials.Scale, c.scale},
			{"m before", trials.Before, c.before},
			{"ỹ", trials.Provisional, c.provisional},
			{"y", trials.Final, c.y},
		} {
			for i, want := range quantity.want {
				if got := quantity.got[i*Lanes+l]; !same(got, want) {
					t.Fatalf("trial %d: %s %d is %v, want %v", l, quantity.name, i, got, want)
				}
			}
		}
	}
}

// copyLane copies v to lane l of dst.
func copyLane(dst []float64, l int, v []float64) {
	for i, x := range v {
		dst[i*Lanes+l] = x
	}
}

// Interleave moves the given elements and no others.
func TestInterleave(t *testing.T) {
	everyWay(t, func(t *testing.T) {
		for n := range 40 {
			stride := (n+3)&^3 + 4
			src := make([]float64, Lanes*stride)
			for i := range src {
				src[i] = float64(i)
			}
			const guard = -1
			dst := append(make([]float64, (n+3)&^3*Lanes), guard)
			Interleave(dst[:len(dst)-1], src, n, stride)
			for i := range n {
				for l := range Lanes {
					if dst[i*Lanes+l] != src[l*stride+i] {
						t.Fatalf("element %d of lane %d of %d is %v", i, l, n, dst[i*Lanes+l])
					}
				}
			}
			if dst[len(dst)-1] != guard {
				t.Fatalf("the element behind %d is overwritten", n)
			}
		}
	})
}

func BenchmarkTrialsStep(b *testing.B) {
	for _, use := range []bool{false, haveAssembly} {
		for _, size := range []struct{ n, k int }{{10, 3}, {20, 5}, {50, 5}, {100, 10}} {
			b.Run(fmt.Sprintf("assembly=%t/%dx%d", use, size.n, size.k), func(b *testing.B) {
				defer func(before bool) { assembly = before }(assembly)
				assembly = use
				const steps = 32
				t := NewTrials(size.k, size.n)
				for i := range t.Weights {
					t.Weights[i] = math.Cos(float64(i))
				}
				for i := range t.Scale {
					t.Scale[i] = 1
				}
				x := make([]float64, steps*size.n*Lanes)
				for i := range x {
					x[i] = math.Sin(float64(i)) / 10
				}
				ones := slices.Repeat([]float64{1}, size.k)
				d := Decays{ones, 1, ones, ones, ones, make([]float64, size.k)}
				factors := make([]float64, steps*FactorCount(size.k))
				for s := range steps {
					d.Factors(factors[s*FactorCount(size.k):], 1e-2, 1e-2)
				}
				for i := 0; i < b.N; i += steps * Lanes {
					t.Step(x, factors, steps)
				}
			})
		}
	}
}

// Products that underflow from below leave the positive zero of an empty sum.
func TestTrialsHaveNoNegativeZeros(t *testing.T) {
	everyWay(t, func(t *testing.T) {
		trials, x := NewTrials(1, 4), make([]float64, 4*Lanes)
		for i := range x {
			trials.Weights[i], x[i] = 1e-200, -1e-200
		}
		for l := range trials.Scale {
			trials.Scale[l] = 1
		}
		factors := make([]float64, FactorCount(1))
		(&Decays{[]float64{1}, 1, []float64{1}, []float64{1}, []float64{1}, []float64{0}}).Factors(factors, 0.1, 0.1)
		trials.Step(x, factors, 1)
		for l, y := range trials.Provisional {
			if math.Float64bits(y) != 0 {
				t.Errorf("ỹ of trial %d is %v", l, y)
			}
		}
	})
}
