package inspect

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Of the summary of a run that anybody has sent, no more is read than a run can have
// written.
func TestSummaryOfAnySize(t *testing.T) {
	for text, want := range map[string]struct {
		title string
		found bool
	}{
		`{"schema":1,"title":"a run","results":[{"curve":[{"step":1,"e_pro":null}]}]}`:                    {"a run", true},
		`{"schema":1,"title":"a run","results":[]}`:                                                       {"a run", false},
		`{"schema":1,"title":"a run","results":[{"curve":[` + strings.Repeat("{},", 1_000_000) + `{}]}]}`: {"folder", false},
		`{"schema":1,"title":"` + strings.Repeat("a", 1_000_000) + `","results":[]}`:                      {"folder", false},
		`{"schema":1,"title":"\u001b[2J"}`:                                                                {"�[2J", false},
		``:                                                                                                {"folder", false},
	} {
		folder := filepath.Join(t.TempDir(), "folder")
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "summary.json"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if s, err := readSummary(t.Context(), folder, 0); err != nil || s.title != want.title || s.result != nil != want.found {
			t.Errorf("%.60s: the title is %.60q, with the result %v", text, s.title, s.result)
		}
	}
}
