package result

import (
	"testing"

	"twophase/internal/text/wording"
)

// What is defined in no trial has no quartiles either.
func TestSpreadOfNothing(t *testing.T) {
	s := &Summary{Trials: 2, Results: []*Result{{MeanSweeps: wording.NaN}, {MeanSweeps: wording.NaN}}}
	if got := s.Spread(func(r *Result) wording.Number { return r.MeanSweeps }); got != "–" {
		t.Errorf("%q", got)
	}
}

// Where a measure is not defined in all trials, it is said of how many its quartiles are; and
// numbers are written so that one sees on which side of a bound they lie.
func TestSpreadSaysOfWhat(t *testing.T) {
	s := &Summary{Trials: 4}
	for _, v := range []wording.Number{0.5, wording.NaN, 1, 1 - 3e-9} {
		s.Results = append(s.Results, &Result{MeanSweeps: v})
	}
	sweeps := func(r *Result) wording.Number { return r.MeanSweeps }
	if got, want := s.Spread(sweeps, 1), "1 − 3e-09 [0.5, 1 − 3e-09, exactly 1] of 3 trials"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := s.Spread(sweeps), "1 [0.5 1 1] of 3 trials"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	alone := &Summary{Trials: 2, Results: []*Result{{MeanSweeps: wording.NaN}, {MeanSweeps: 0.5}}}
	if got, want := alone.Spread(sweeps), "0.5 of 1 trial"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := s.Spread(func(r *Result) wording.Number { return 1 }, 1), "exactly 1 [exactly 1, exactly 1, exactly 1, exactly 1]"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The median and the quartiles are over the trials in which a measure is
// defined, in any order.
func TestMedianAndQuartiles(t *testing.T) {
	over := func(values ...wording.Number) [3]wording.Number {
		s := &Summary{}
		for _, v := range values {
			s.Results = append(s.Results, &Result{MeanSweeps: v})
		}
		median, low, high, _ := s.Over(func(r *Result) wording.Number { return r.MeanSweeps })
		return [3]wording.Number{median, low, high}
	}
	for _, test := range []struct {
		values []wording.Number
		want   [3]wording.Number
	}{
		{[]wording.Number{5}, [3]wording.Number{5, 5, 5}},
		{[]wording.Number{3, 1}, [3]wording.Number{2, 1.5, 2.5}},
		{[]wording.Number{3, 1, 4, 2}, [3]wording.Number{2.5, 1.75, 3.25}},
		{[]wording.Number{wording.NaN, 30, 10, wording.NaN, 50, 20, 40}, [3]wording.Number{30, 20, 40}},
	} {
		if got := over(test.values...); got != test.want {
			t.Errorf("median and quartiles of %v are %v, want %v", test.values, got, test.want)
		}
	}
	if got := over(wording.NaN, wording.NaN); got[0].Finite() || got[1].Finite() || got[2].Finite() {
		t.Errorf("median and quartiles of nothing are %v", got)
	}
}
