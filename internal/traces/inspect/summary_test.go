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
		title  string
		points int
	}{
		`{"schema":1,"title":"a run","results":[{"curve":[{"step":1,"e_pro":null}]}]}`:                    {"a run", 1},
		`{"schema":1,"title":"a run","results":[]}`:                                                       {"a run", 0},
		`{"schema":1,"title":"a run","results":[{"curve":[` + strings.Repeat("{},", 1_000_000) + `{}]}]}`: {"folder", 0},
		`{"schema":1,"title":"` + strings.Repeat("a", 1_000_000) + `","results":[]}`:                      {"folder", 0},
		`{"schema":1,"title":"\u001b[2J"}`:                                                                {"�[2J", 0},
		``:                                                                                                {"folder", 0},
	} {
		folder := filepath.Join(t.TempDir(), "folder")
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "summary.json"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if s, err := readSummary(t.Context(), folder, 0); err != nil || s.title != want.title || len(s.curve) != want.points {
			t.Errorf("%.60s: the title is %.60q, with %d points", text, s.title, len(s.curve))
		}
	}
}
