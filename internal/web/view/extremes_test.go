package view_test

import (
	"math"
	"testing"

	"twophase/internal/testkit/enginetest"
	"twophase/internal/web/view"
)

// A trace that is thinned out keeps the extremes of each of its curves.
func TestThinnedTracesKeepTheExtremesOfEachCurve(t *testing.T) {
	source := open(t, enginetest.Record(t, "stimulus: {problem: small}\nsteps: 4000\nrecord: [lateral]\nparts: [all]\n"))
	series := func(points int) *view.Series {
		s, err := source.Series(t.Context(), view.SeriesQuery{Element: "lateral[0,1]", To: 4000, Points: points})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	whole, thin := series(8000), series(100)
	if len(whole.Step) != 4001 || len(thin.Step) > 350 {
		t.Fatalf("%d and %d records", len(whole.Step), len(thin.Step))
	}
	for name, of := range map[string]func(*view.Series) view.Vector{
		"weight": func(s *view.Series) view.Vector { return s.Weight }, "Hebbian": func(s *view.Series) view.Vector { return s.Hebbian },
		"decay": func(s *view.Series) view.Vector { return s.Decay }, "rounding": func(s *view.Series) view.Vector { return s.Rounding },
		"pre": func(s *view.Series) view.Vector { return s.Pre }, "post": func(s *view.Series) view.Vector { return s.Post },
	} {
		low, high := extent(of(whole))
		if l, h := extent(of(thin)); l != low || h != high || low == high {
			t.Errorf("%s is from %v to %v, and is drawn from %v to %v", name, low, high, l, h)
		}
	}
}

// extent returns the least and the greatest of the numbers.
func extent(v view.Vector) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, x := range v {
		if !math.IsNaN(x) {
			low, high = min(low, x), max(high, x)
		}
	}
	return low, high
}
