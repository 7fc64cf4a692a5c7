package result

import (
	"slices"
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

// Each name is one quantity, also among names that every trial has, declared ones and one's own.
func TestQuantitiesAreNamedOnce(t *testing.T) {
	var names []string
	for _, q := range Quantities("e_pro", "drift", Ratio, "gap", "drift") {
		names = append(names, q.Name)
	}
	every := len(Quantities())
	if want := []string{"drift", "gap"}; !slices.Equal(names[every:], want) {
		t.Errorf("beside those of every trial are %q, want %q", names[every:], want)
	}
}
