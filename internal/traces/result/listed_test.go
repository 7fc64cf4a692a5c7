package result

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A list says of a run what its files say: the median over all trials, however many, and one of few states.
func TestList(t *testing.T) {
	folder := func(files map[string]string) string {
		dir := t.TempDir()
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	var results []string
	for i := range 150 { // 1, 2, …, 150, so that the median of the first 100 is another
		results = append(results, fmt.Sprintf(`{"measures": {"e_pro": %d}}`, i+1))
	}
	summary := `{"schema": 1, "trials": 150, "results": [` + strings.Join(results, ",") + `]}`
	diverged := `{"schema": 1, "trials": [{"trial": 1, "step": 7, "reason": "too large"}]}`
	for want, files := range map[string]map[string]string{
		"complete 75.5":                     {"summary.json": summary},
		"unfinished –":                      {},
		"damaged –":                         {"summary.json": summary[:len(summary)/2]},
		"diverged at step 7 of trial 1 –":   {"diverged.json": diverged},
		"damaged – (a result that is none)": {"summary.json": `{"schema": 1, "trials": 2, "results": [{"measures": {"e_pro": 1}}, 5]}`},
	} {
		want, _, _ = strings.Cut(want, " (")
		if l := List(t.Context(), folder(files)); fmt.Sprintf("%s %v", l.State, l.Error) != want || (l.Saved != nil) != (l.State == StateComplete) {
			t.Errorf("it is listed as %s %v, want %s", l.State, l.Error, want)
		}
	}
}
