package reproduce

import (
	"strings"
	"testing"
)

// One trial has no quartiles, and is not called a median of trials.
func TestOneTrialHasNoQuartiles(t *testing.T) {
	e := Entry{Network: "PSP", Inputs: 10, Outputs: 3, Steps: 1000, Median: 0.25, Q25: 0.25, Q75: 0.25, Paper: 0.019, Verdict: Differs}
	for trials, want := range map[int]string{1: "–", 2: "[2.50e-01 2.50e-01]"} {
		if g := entryGrid(problems()[0], []Entry{e}, trials); g.Rows[0][3] != want {
			t.Errorf("%d trials: quartiles %q, want %q", trials, g.Rows[0][3], want)
		}
	}
	if text := spreadOf(Options{Trials: 1}); strings.Contains(text, "median") {
		t.Errorf("one trial: %q", text)
	}
	if text := spreadOf(Options{Trials: 2}); text != "medians [quartiles] of 2 trials" {
		t.Errorf("two trials: %q", text)
	}
}
