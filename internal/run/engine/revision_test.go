package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"twophase/internal/run/planning"
	"twophase/internal/traces/result"
)

// notes keeps the warnings of a run.
type notes struct {
	planning.Progress
	said []string
}

func (n *notes) Warn(text string) { n.said = append(n.said, text) }

// A run keeps the revision that recorded it, also where another one verifies it; and that one says so.
func TestRevisionThatRecordedIsNamed(t *testing.T) {
	plan, err := planning.Resolve(t.Context(), interrupted())
	if err != nil {
		t.Fatal(err)
	}
	defer plan.Close()
	plan.Revision = "abc"
	o := planning.RunOptions{Out: filepath.Join(t.TempDir(), "run")}
	if _, _, err := find(t.Context(), plan, o.WithDefaults()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(o.Out, "manifest.json"))
	if err != nil || !strings.Contains(string(text), `"revision": "abc"`) {
		t.Fatalf("%.200s, %v", text, err)
	}
	said := &notes{Progress: planning.RunOptions{}.WithDefaults().Progress}
	v, err := Verify(t.Context(), o.Out, planning.RunOptions{Progress: said})
	if err != nil || len(v.Differing()) > 0 || v.Revision != "abc" || v.Present != result.Revision() {
		t.Fatalf("%+v, %v", v, err)
	}
	if want := result.OtherRevision("abc", result.Revision()); !strings.HasPrefix(want, "recorded by revision abc, and this is ") || !strings.Contains(strings.Join(said.said, "\n"), want) {
		t.Errorf("%q, want %q", said.said, want)
	}
	if same := result.OtherRevision("abc", "abc"); same != "" {
		t.Errorf("of one revision: %q", same)
	}
}
