package result

import (
	"bytes"
	"math"
	"path/filepath"
	"testing"

	"twophase/circuit"
	"twophase/internal/golden"
	"twophase/internal/measure"
	"twophase/internal/number"
)

// numbered returns a trial every number of which is another multiple of unit.
func numbered(unit float64) *Result {
	n := func(times float64) number.Number { return number.Number(times * unit) }
	return &Result{
		Measures: measure.Measures{
			Error: n(1), ProjectorError: n(2), Alignment: []number.Number{n(0.1), n(0.2)}, Angles: []number.Number{n(3), n(4)},
			OutputCovariance: n(5), SettlingError: n(6), SpectralRadius: n(7), LateralRatio: n(8),
		},
		Pruning:    Pruning{Synapses: 100, Pruned: int(math.Round(25 * unit)), LargestPeak: n(9), LargestFinal: n(11)},
		MeanSweeps: n(12),
	}
}

// The text gives every number at its own label: those of one trial as they are,
// of four the median and the quartiles. In the place of v they have 1v, 2v, 3v
// and 4v, in some order, so that the median is 2.5v and the quartiles are 1.75v
// and 3.25v.
func TestText(t *testing.T) {
	for _, test := range []struct {
		file    string
		results []*Result
		change  func(*Summary)
	}{
		{"one.txt", []*Result{numbered(0.04)}, func(s *Summary) {
			s.PCAFloor, s.Warnings = 0.00123, []string{"the first", "the second"}
		}},
		{"several.txt", []*Result{numbered(0.12), numbered(0.04), numbered(0.16), numbered(0.08)}, func(*Summary) {}},
		{"plain.txt", []*Result{numbered(0.04)}, func(s *Summary) { // K = 1, nothing settles, no reference
			s.Reference, s.Isotropic = "", true
			s.Results[0].Pruning, s.Results[0].MeanSweeps = Pruning{}, 0
		}},
	} {
		s := &Summary{
			Title: "PSP (jacobi, 8 sweeps) on the stimuli", Folder: "runs/here", Inputs: 10, Outputs: 2, Steps: 13, Seed: 14,
			Trials: len(test.results), Results: test.results,
			Reference: "the truth", PCAFloor: number.NaN, Timing: Timing{NsPerStep: 1515.4},
		}
		test.change(s)
		var got bytes.Buffer
		if err := s.WriteText(&got); err != nil {
			t.Fatal(err)
		}
		golden.Same(t, filepath.Join("testdata", test.file), got.Bytes())
	}
}

// What is defined in no trial has no quartiles either.
func TestSpreadOfNothing(t *testing.T) {
	s := &Summary{Trials: 2, Results: []*Result{{MeanSweeps: number.NaN}, {MeanSweeps: number.NaN}}}
	if got := s.Spread(func(r *Result) number.Number { return r.MeanSweeps }); got != "–" {
		t.Errorf("%q", got)
	}
}

// Where a measure is not defined in all trials, it is said of how many its quartiles are; and
// numbers are written so that one sees on which side of a bound they lie.
func TestSpreadSaysOfWhat(t *testing.T) {
	s := &Summary{Trials: 4}
	for _, v := range []number.Number{0.5, number.NaN, 1, 1 - 3e-9} {
		s.Results = append(s.Results, &Result{MeanSweeps: v})
	}
	sweeps := func(r *Result) number.Number { return r.MeanSweeps }
	if got, want := s.Spread(sweeps, 1), "1 − 3e-09 [0.75, 1 − 1.5e-09] of 3 trials"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := s.Spread(sweeps), "1 [0.75 1] of 3 trials"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := s.Spread(func(r *Result) number.Number { return 1 }, 1), "exactly 1 [exactly 1, exactly 1]"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The median and the quartiles are over the trials in which a measure is
// defined, in any order.
func TestMedianAndQuartiles(t *testing.T) {
	over := func(values ...number.Number) [3]number.Number {
		s := &Summary{}
		for _, v := range values {
			s.Results = append(s.Results, &Result{MeanSweeps: v})
		}
		median, low, high, _ := s.Over(func(r *Result) number.Number { return r.MeanSweeps })
		return [3]number.Number{median, low, high}
	}
	for _, test := range []struct {
		values []number.Number
		want   [3]number.Number
	}{
		{[]number.Number{5}, [3]number.Number{5, 5, 5}},
		{[]number.Number{3, 1}, [3]number.Number{2, 1.5, 2.5}},
		{[]number.Number{3, 1, 4, 2}, [3]number.Number{2.5, 1.75, 3.25}},
		{[]number.Number{number.NaN, 30, 10, number.NaN, 50, 20, 40}, [3]number.Number{30, 20, 40}},
	} {
		if got := over(test.values...); got != test.want {
			t.Errorf("median and quartiles of %v are %v, want %v", test.values, got, test.want)
		}
	}
	if got := over(number.NaN, number.NaN); got[0].Finite() || got[1].Finite() || got[2].Finite() {
		t.Errorf("median and quartiles of nothing are %v", got)
	}
}

// A circuit is healthy up to a settling error of a tenth and below a spectral
// radius of 1.
func TestHealthEndsAtATenthAndAtOne(t *testing.T) {
	for _, test := range []struct {
		settling, radius number.Number
		healthy          bool
	}{
		{0, 0, true},
		{0.1, 0.999, true},
		{0.101, 0.5, false},
		{0.05, 1, false},
		{0.05, number.NaN, false},
	} {
		s := &Summary{Trials: 1}
		s.Warn(circuit.IfPSP, []*Result{{Measures: measure.Measures{SettlingError: test.settling, SpectralRadius: test.radius}}})
		if healthy := len(s.Warnings) == 0; healthy != test.healthy {
			t.Errorf("settling error %v and spectral radius %v: warnings %q", test.settling, test.radius, s.Warnings)
		}
	}
}

// Of several unhealthy trials the warning names the worst, and counts them.
func TestWarningNamesTheWorstTrial(t *testing.T) {
	s := &Summary{Trials: 4}
	var results []*Result
	for _, m := range []measure.Measures{
		{SettlingError: 0.31, SpectralRadius: 0.5},
		{SettlingError: 0.42, SpectralRadius: 1.75},
		{SettlingError: 0.03, SpectralRadius: 0.2},
		{SettlingError: 0.53, SpectralRadius: 0.9},
	} {
		results = append(results, &Result{Measures: m, Unsettled: m.SettlingError / 2})
	}
	s.Warn(circuit.IfPSP, results)
	want := []string{
		"in 3 of 4 trials, the outputs are far from the settled ones: relative settling error 0.42, spectral radius of M_d⁻¹M_o 1.75 (",
		"in 4 of 4 trials, up to 26.5 % of the stimuli did not settle",
	}
	if len(s.Warnings) != len(want) {
		t.Fatalf("warnings %q", s.Warnings)
	}
	for i, start := range want {
		if !bytes.HasPrefix([]byte(s.Warnings[i]), []byte(start)) {
			t.Errorf("warning %q, want %q …", s.Warnings[i], start)
		}
	}
}
