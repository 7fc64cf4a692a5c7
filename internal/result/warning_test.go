package result

import (
	"bytes"
	"testing"

	"twophase/circuit"
	"twophase/internal/measure"
)

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
	s.Warn(Setting{Network: circuit.IfPSP}, results)
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
