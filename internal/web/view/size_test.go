package view_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"twophase/internal/testkit/enginetest"
	"twophase/internal/web/view"
)

// A summary that names another size than the trace is not believed.
func TestSizesAreThoseOfTheTrace(t *testing.T) {
	folder := enginetest.Record(t, "stimulus: {problem: small}\nsteps: 50\nrecord: [weights]\n")
	if err := os.Remove(filepath.Join(folder, "SHA256SUMS")); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(folder, "summary.json")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, forged := range []string{`"outputs": 1000000000,`, `"outputs": 90000,`, `"outputs": 4,`} {
		if err := os.WriteFile(name, []byte(strings.Replace(string(text), `"outputs": 3,`, forged, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		source := open(t, folder)
		run, err := source.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if run.Inputs != 10 || run.Outputs != 3 || run.Undrawn || !strings.Contains(strings.Join(run.Warnings, " "), "and the trace is of 10 and 3") {
			t.Errorf("%s: %d inputs, %d outputs, warnings %q", forged, run.Inputs, run.Outputs, run.Warnings)
		}
		if digest, err := view.TakeDigest(t.Context(), source, 0, false, nil); err != nil || len(digest.Trials[0].Series) != 3+6+30 {
			t.Errorf("%s: the digest: %v", forged, err)
		}
	}
}

// What is shown names no folder elsewhere: a report is mailed.
func TestNoFolderIsNamed(t *testing.T) {
	data := filepath.Join(t.TempDir(), "stimuli.csv")
	var rows strings.Builder
	for i := range 60 {
		rows.WriteString([]string{"1,0.5,0,0\n", "-1,0.4,0.1,0\n", "0.3,-0.8,0,0.2\n"}[i%3])
	}
	if err := os.WriteFile(data, []byte(rows.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	folder := enginetest.Record(t, "stimulus: {file: "+data+"}\noutputs: 2\nrecord: [weights]\n")
	if err := os.Remove(data); err != nil { // so that no step can be replayed
		t.Fatal(err)
	}
	digest, err := view.TakeDigest(t.Context(), open(t, folder), 0, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(digest)
	if err != nil {
		t.Fatal(err)
	}
	if digest.Run.Title != "ifPSP on stimuli.csv" || !strings.Contains(digest.Note, "no step phase by phase") {
		t.Errorf("the title is %q, the note %q", digest.Run.Title, digest.Note)
	}
	for _, where := range []string{filepath.Dir(data), filepath.Dir(folder)} {
		if at := strings.Index(string(text), where); at >= 0 {
			t.Errorf("%s is in the report: %s", where, text[max(0, at-60):min(len(text), at+100)])
		}
	}
}
