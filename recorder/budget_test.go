package recorder

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit/selection"
	"twophase/synapse"
)

func TestBudgetInWords(t *testing.T) {
	for b, want := range map[Budget]string{0: "0 bytes", 999: "999 bytes", 1500: "1.5 kB", 999_950: "1.0 MB", 2e9: "2.0 GB", 1.28e10: "12.8 GB", 3e22: "30000.0 EB"} {
		if b.String() != want {
			t.Errorf("%g is %q, want %q", float64(b), b.String(), want)
		}
	}
}

func TestBudgetRefusal(t *testing.T) {
	run := Extent{Size: selection.PairSize(1000, 50, synapse.AllToAll), Steps: 100_000, Trials: 1}
	for budget, want := range map[Budget]string{
		2e9:  "recording feedforward, scale@100 would write about 35.0 GB (5e+09 rows), over the budget of 2.0 GB: record less often (feedforward@20, scale@100), a smaller selection, or raise --record-budget",
		1000: "recording feedforward, scale@100 would write about 35.0 GB (5e+09 rows), over the budget of 1.0 kB: record a smaller selection, or raise --record-budget",
	} {
		err := budget.Check(requests(t, "feedforward", "scale@100"), run)
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestSuggestedRequestsFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		run := Extent{
			Size:  selection.PairSize(rapid.IntRange(13, 200).Draw(t, "inputs"), rapid.IntRange(20, 30).Draw(t, "outputs"), synapse.AllToAll),
			Steps: rapid.IntRange(0, 1_000_000).Draw(t, "steps"), Trials: rapid.IntRange(1, 100).Draw(t, "trials"),
		}
		asked := rapid.SliceOfN(rapid.Custom(drawRequest), 1, 3).Draw(t, "requests")
		run.Parts = drawParts(t, asked, run.Size)
		budget := Budget(rapid.Float64Range(1e3, 1e12).Draw(t, "budget"))
		err := budget.Check(asked, run)
		var over *OverBudget
		if errors.As(err, &over) && over.Instead != nil {
			err = budget.Check(over.Instead, run)
			over = nil
		}
		if missing := (*selection.Missing)(nil); err != nil && over == nil && !errors.As(err, &missing) {
			t.Fatalf("what was suggested is refused: %v", err)
		}
	})
}
