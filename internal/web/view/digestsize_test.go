package view

import (
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
