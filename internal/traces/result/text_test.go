package result

import (
	"bytes"
	"math"
	"path/filepath"
	"testing"

	"twophase/circuit"
	"twophase/internal/measure"
	"twophase/internal/testkit/testfiles"
	"twophase/internal/text/wording"
)

// numbered returns a trial every number of which is another multiple of unit.
func numbered(unit float64) *Result {
	n := func(times float64) wording.Number { return wording.Number(times * unit) }
	return &Result{
		Measures: measure.Measures{
			Error: n(1), ProjectorError: n(2), Alignment: []wording.Number{n(0.1), n(0.2)}, Angles: []wording.Number{n(3), n(4)},
			OutputCovariance: n(5), SettlingError: n(6), SpectralRadius: n(7), Ratio: n(8),
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
			Reference: "the truth", PCAFloor: wording.NaN, Timing: Timing{NsPerStep: 1515.4},
		}
		test.change(s)
		var got bytes.Buffer
		if err := s.WriteText(&got); err != nil {
			t.Fatal(err)
		}
		testfiles.Same(t, filepath.Join("testdata", test.file), got.Bytes())
	}
}

// A circuit is healthy up to a settling error of a tenth and below a spectral
// radius of 1.
func TestHealthEndsAtATenthAndAtOne(t *testing.T) {
	for _, test := range []struct {
		settling, radius wording.Number
		healthy          bool
	}{
		{0, 0, true},
		{0.1, 0.999, true},
		{0.101, 0.5, false},
		{0.05, 1, false},
		{0.05, wording.NaN, false},
	} {
		s := &Summary{Trials: 1}
		s.Warn(Setting{Network: circuit.IfPSP}, []*Result{{Measures: measure.Measures{SettlingError: test.settling, SpectralRadius: test.radius}}})
		if healthy := len(s.Warnings) == 0; healthy != test.healthy {
			t.Errorf("settling error %v and spectral radius %v: warnings %q", test.settling, test.radius, s.Warnings)
		}
	}
}

// Components of which nothing is known are a dash, and not "NaN NaN NaN".
func TestAlignmentThatIsNotKnown(t *testing.T) {
	of := func(cosines ...wording.Number) string {
		s := &Summary{Trials: 1, Outputs: len(cosines), Results: []*Result{{Measures: measure.Measures{Alignment: cosines}}}}
		return s.alignment()
	}
	for want, got := range map[string]string{
		"–": of(wording.NaN, wording.NaN, wording.NaN), "0.5000 –": of(0.5, wording.NaN), "0.5000 1.0000": of(0.5, 1),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
