package covariance

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/numerics/random"
)

// TestAccumulateIsStimulusByStimulus: whatever the number of workers, and whatever was added
// before, each second moment is the sum of fused products in the order of the stimuli.
func TestAccumulateIsStimulusByStimulus(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 100).Draw(t, "n")
		stream := random.New(rapid.Uint64().Draw(t, "seed"), 0, "test")
		b, got, want := NewAddends(n), New(n), New(n)
		for at := range uint64(rapid.IntRange(1, 3).Draw(t, "blocks")) {
			filled := rapid.IntRange(0, addedRows).Draw(t, "filled")
			for r, x := range b.Rows[:filled] {
				if stream.Normals(x, at*addedRows+uint64(r)); r%3 == 0 {
					x[r%n] = 0
				}
				for i := range n {
					for j := i; j < n; j++ {
						want.entries[i*n+j] = math.FMA(x[i], x[j], want.entries[i*n+j])
					}
				}
			}
			got.Accumulate(b, filled, rapid.IntRange(1, 3).Draw(t, "workers"))
		}
		want.Mirror()
		if got.Mirror(); !slices.Equal(got.entries, want.entries) {
			t.Fatalf("%v, want %v", got.entries, want.entries)
		}
	})
}
