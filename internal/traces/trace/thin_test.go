package trace

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Of any number of records as many as were asked for are kept, in order, with the
// first, the last and both extremes of every stretch; of few all.
func TestBucketsKeepExtremes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points, n := rapid.IntRange(1, 60).Draw(t, "points"), rapid.IntRange(0, 3000).Draw(t, "records")
		columns := rapid.SampledFrom([][]int{{0}, {0, 1, 2}, {0, 3, 5, 7}, {0, 1, 2, 3, 4, 5, 6, 7}}).Draw(t, "columns")
		b := newBuckets(points, columns)
		all := make([]sample, n)
		step := int64(0)
		for i := range all {
			step += rapid.Int64Range(1, 3).Draw(t, "stride")
			all[i] = sample{step: step}
			for k := range all[i].values {
				all[i].values[k] = rapid.Float64Range(-1, 1).Draw(t, "value")
			}
			b.add(&all[i])
		}
		kept := b.samples()
		if n <= 4*max(points/4, 1) {
			if !slices.Equal(kept, all) {
				t.Fatalf("of %d records for %d points %d are kept", n, points, len(kept))
			}
			return
		}
		if most := max(points, 4); len(kept) > most+most/2*(len(columns)-1) || points >= 8 && len(kept) < points/4 {
			t.Fatalf("of %d records for %d points %d are kept", n, points, len(kept))
		}
		at := 0
		for _, s := range kept { // each is one of the records, in order
			for at < n && all[at] != s {
				at++
			}
			if at == n {
				t.Fatalf("%v is not among the records that follow", s)
			}
		}
		if b.total != n || kept[0] != all[0] || kept[len(kept)-1] != all[n-1] {
			t.Fatalf("from %v to %v", kept[0], kept[len(kept)-1])
		}
		extremes := func(all []sample, k int) (low, high float64) {
			low, high = math.Inf(1), math.Inf(-1)
			for _, s := range all {
				low, high = min(low, s.values[k]), max(high, s.values[k])
			}
			return low, high
		}
		for _, k := range columns {
			low, high := extremes(all, k)
			if l, h := extremes(kept, k); l != low || h != high {
				t.Fatalf("the extremes of column %d are %v and %v, kept are %v and %v", k, low, high, l, h)
			}
		}
	})
}

// The buckets are of as many records each, but for the last: the extremes of each of
// them are kept.
func TestBucketsAreEven(t *testing.T) {
	const n, points = 10_000, 400
	b := newBuckets(points, []int{0})
	for i := range n {
		s := sample{step: int64(i)}
		s.values[0] = math.Sin(float64(i) * 1.7)
		b.add(&s)
	}
	kept := b.samples()
	if len(kept) < points*3/4 || len(kept) > points {
		t.Fatalf("%d points of %d", len(kept), points)
	}
	gap := int64(0)
	for i := 1; i < len(kept); i++ {
		gap = max(gap, kept[i].step-kept[i-1].step)
	}
	if most := int64(n / (points / 4) * 2); gap > most {
		t.Errorf("%d steps between two points, of buckets of %d", gap, n/(points/4))
	}
}

func TestBucketsIgnoreNaN(t *testing.T) {
	b := newBuckets(4, []int{0})
	for i := range 100 {
		s := sample{step: int64(i)}
		s.values[0] = math.NaN()
		if i == 40 {
			s.values[0] = -2
		}
		if i == 50 {
			s.values[0] = 7
		}
		b.add(&s)
	}
	var steps []int64
	for _, s := range b.samples() {
		steps = append(steps, s.step)
	}
	if want := []int64{0, 40, 50, 99}; !slices.Equal(steps, want) {
		t.Errorf("kept are the steps %v, want %v", steps, want)
	}
}
