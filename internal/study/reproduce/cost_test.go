package reproduce

import (
	"strings"
	"testing"

	"twophase/internal/testkit/long"
)

// What is counted is in the Markdown and the figure, and what the clock says is in neither.
func TestCostCountsWithoutAClock(t *testing.T) {
	long.SkipShort(t)
	var before Section
	for range 2 {
		s, err := cost(t.Context(), studies{}, Options{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		// K = 2: 2·200 + 4 for two phases, and (8 − 2)/3 more for the elimination.
		if !strings.Contains(s.Markdown, "| 2 | 404 | 406 | 1.00 |") || strings.Contains(s.Markdown, "µs") || !strings.Contains(s.Text, "µs") {
			t.Fatalf("%s\n%s", s.Markdown, s.Text)
		}
		if before.Files != nil && (string(before.Files[0].Content) != string(s.Files[0].Content) || string(before.Files[1].Content) != string(s.Files[1].Content)) {
			t.Error("the figure or its data differ from one run to the next")
		}
		before = s
	}
}
