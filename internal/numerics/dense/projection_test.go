package dense

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
)

// vector draws n numbers into the memory that the kernel wants.
func vector(t *rapid.T, n int, name string) []float64 {
	v := kernel.Vector(n)
	for i := range v {
		v[i] = rapid.Float64Range(-1, 1).Draw(t, name)
	}
	return v
}

// When a change is made does not count: two projections that go through the same, one of
// which makes every change at once and the other as late as it may, have the same weights
// and send the same signals, to the bit. Held weights do not change.
func TestLateChangesAreTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		post, pre := rapid.IntRange(1, 9).Draw(t, "post"), rapid.IntRange(1, 12).Draw(t, "pre")
		eager, late := NewProjection(post, pre), NewProjection(post, pre)
		both := []*Projection{&eager, &late}
		for i := range post {
			row := vector(t, pre, "weight")
			for _, p := range both {
				copy(p.Row(i), row)
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"change": func(t *rapid.T) {
				late.Flush() // no change may be pending
				f := Factors{
					PostDrive: vector(t, post, "post drive"), PostDecay: vector(t, post, "post decay"), Keep: vector(t, post, "keep"),
					PreDrive: vector(t, pre, "pre drive"), PreDecay: vector(t, pre, "pre decay"), Uniform: rapid.Bool().Draw(t, "uniform"),
				}
				for _, p := range both {
					p.Factors = f
					p.Defer()
				}
				eager.Flush()
			},
			"hold": func(t *rapid.T) {
				i, j := rapid.IntRange(0, post-1).Draw(t, "i"), rapid.IntRange(0, pre-1).Draw(t, "j")
				if eager.HeldAt(i, j) != nil {
					return
				}
				for _, p := range both {
					p.Hold(i, Held{Pre: j, Why: Frozen, Weight: p.Row(i)[j]})
				}
			},
			"release": func(t *rapid.T) {
				i, j := rapid.IntRange(0, post-1).Draw(t, "i"), rapid.IntRange(0, pre-1).Draw(t, "j")
				for _, p := range both {
					p.Release(i, j)
				}
			},
			"rewrite": func(t *rapid.T) {
				i, by := rapid.IntRange(0, post-1).Draw(t, "i"), rapid.Float64Range(-2, 2).Draw(t, "by")
				synapses := rapid.SampledFrom([]int{FewWeights, FewWeights + 1}).Draw(t, "synapses")
				for _, p := range both {
					p.Rewrite(synapses, i, 0, pre, func(w []float64) {
						for j := range w {
							w[j] *= by
						}
					})
				}
			},
			"flush a row": func(t *rapid.T) {
				late.FlushRow(rapid.IntRange(0, post-1).Draw(t, "row"))
			},
			"send": func(t *rapid.T) {
				signals := vector(t, pre, "signal")
				var received [2][]float64
				for i, p := range both {
					received[i] = kernel.Vector(post)
					p.Send(signals)
					p.Received(received[i])
				}
				if !slices.EqualFunc(received[0], received[1], sameBits) {
					t.Fatalf("received %v and %v", received[0], received[1])
				}
			},
			"": func(t *rapid.T) {
				for i := range post {
					for _, h := range eager.Held(i) {
						if w := eager.Row(i)[h.Pre]; w != h.Weight {
							t.Fatalf("[%d,%d] is held at %v, and %v", i, h.Pre, h.Weight, w)
						}
					}
				}
			},
		})
		for i := range post {
			if a, b := eager.Row(i), late.Row(i); !slices.EqualFunc(a, b, sameBits) {
				t.Fatalf("row %d is %v at once, and %v later", i, a, b)
			}
		}
	})
}

func sameBits(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }

// Where a synapse fails, nothing is received by it; all others transmit, the weights are
// what they were, and a step draws the same failures every time.
func TestFailures(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		post, pre := rapid.IntRange(1, 5).Draw(t, "post"), rapid.IntRange(1, 40).Draw(t, "pre")
		p := NewProjection(post, pre)
		for i := range post {
			copy(p.Row(i), slices.Repeat([]float64{float64(i + 1)}, pre))
		}
		stream, step := random.New(rapid.Uint64().Draw(t, "seed"), 0, "failures"), rapid.Uint64().Draw(t, "step")
		probability := rapid.SampledFrom([]float64{0, 0.3, 1}).Draw(t, "probability")
		draw := func() (fail []bool) {
			p.Fail(stream, probability, step)
			for i := range post {
				row := slices.Clone(p.Transmitting(i))
				for j, w := range row {
					if p.Fails(i, j) != (w == 0) || w != 0 && w != float64(i+1) || p.Row(i)[j] != float64(i+1) {
						t.Fatalf("[%d,%d] fails %t, transmits by %v, has weight %v", i, j, p.Fails(i, j), w, p.Row(i)[j])
					}
					fail = append(fail, w == 0)
				}
			}
			return fail
		}
		fail := draw()
		if probability == 0 && slices.Contains(fail, true) || probability == 1 && slices.Contains(fail, false) {
			t.Fatalf("with probability %v: %v", probability, fail)
		}
		if p.Recover(); p.Failing() || p.Fails(0, 0) || p.Transmitting(0)[0] != 1 {
			t.Fatal("it still fails")
		}
		if !slices.Equal(draw(), fail) {
			t.Fatal("the same step draws other failures")
		}
	})
}

// Frozen scales are what they were after a change, with no factors of it.
func TestFrozenScales(t *testing.T) {
	s := NewScales(3, 0.5)
	s.Frozen = []int{1}
	copy(s.Before, s.Scale)
	for i := range s.Scale {
		s.Scale[i], s.Drive[i], s.Decay[i], s.Drain[i] = 2, 3, 4, 5
	}
	s.EndChange(nil)
	for i, want := range [][4]float64{{2, 3, 4, 5}, {0.5, 0, 0, 0}, {2, 3, 4, 5}} {
		if got := [4]float64{s.Scale[i], s.Drive[i], s.Decay[i], s.Drain[i]}; got != want {
			t.Errorf("scale %d and its factors are %v, want %v", i, got, want)
		}
	}
}
