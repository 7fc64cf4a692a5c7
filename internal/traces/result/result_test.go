package result

import (
	"testing"

	"twophase/internal/text/wording"
)

// A synapse is pruned below a tenth of its peak.
func TestPrunedBelowATenthOfThePeak(t *testing.T) {
	for final, want := range map[wording.Number]bool{0: true, 0.0999: true, 0.1: false, 0.2: false, 0.5: false, 1: false} {
		if got := (Growth{Peak: 1, Final: final}).Pruned(); got != want {
			t.Errorf("%v of its peak: pruned %t", final, got)
		}
	}
	if (Growth{}).Pruned() {
		t.Error("a synapse that never grew is pruned")
	}
}
