package view

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestMomentsAreAscendingAndReachBothEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.Int64Range(0, 1e6).Draw(t, "first")
		last := first + rapid.Int64Range(0, 1e12).Draw(t, "span")
		n := rapid.IntRange(2, 300).Draw(t, "n")
		steps := moments(first, last, n)
		if steps[0] != first || steps[len(steps)-1] != last {
			t.Fatalf("from %d to %d: %d to %d", first, last, steps[0], steps[len(steps)-1])
		}
		if len(steps) > n+2 {
			t.Fatalf("%d moments, of %d", len(steps), n)
		}
		for i := range steps[1:] {
			if steps[i+1] <= steps[i] {
				t.Fatalf("step %d after %d", steps[i+1], steps[i])
			}
		}
	})
}

func TestStretchesCoverEveryStepOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.Int64Range(0, 1e6).Draw(t, "first")
		last := first + rapid.Int64Range(0, 1e12).Draw(t, "span")
		next := first
		for _, s := range stretches(first, last, rapid.IntRange(1, 2000).Draw(t, "points")) {
			if s.From != next || s.To < s.From || s.Points < 1 {
				t.Fatalf("stretch %+v, want one from %d", s, next)
			}
			next = s.To + 1
		}
		if next != last+1 {
			t.Fatalf("they end at %d, not at %d", next-1, last)
		}
	})
}

// Parts that begin to be recorded in mid-run are a gap before.
func TestExtendKeepsColumnsInStep(t *testing.T) {
	var s Series
	s.extend(&Series{Total: 5, Step: []int64{1, 2}, Weight: Vector{1, 2}})
	s.extend(&Series{Total: 1, Step: []int64{3}, Weight: Vector{3}, Decay: Vector{-1}})
	s.extend(&Series{Total: 1, Step: []int64{4}, Weight: Vector{4}})
	if !slices.Equal(s.Weight, Vector{1, 2, 3, 4}) || s.Total != 7 || s.Hebbian != nil {
		t.Errorf("got %+v", s)
	}
	if len(s.Decay) != 4 || !math.IsNaN(s.Decay[0]) || !math.IsNaN(s.Decay[1]) || s.Decay[2] != -1 || !math.IsNaN(s.Decay[3]) {
		t.Errorf("decay %v", s.Decay)
	}
}

func TestRoundedKeepsSevenDigits(t *testing.T) {
	got := Vector{math.Pi * 1e-9, -12345678.9, 0, math.NaN(), math.Inf(1)}.rounded()
	if got[0] != 3.141593e-9 || got[1] != -12345680 || got[2] != 0 || !math.IsNaN(got[3]) || !math.IsInf(got[4], 1) {
		t.Errorf("got %v", got)
	}
}
