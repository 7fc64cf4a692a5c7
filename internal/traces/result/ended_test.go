package result

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a folder says of a divergence is read as it was written, or is an error that says what is
// wrong with it.
func TestDivergedIsReadWithoutTrust(t *testing.T) {
	var diverged *Ended
	for text, want := range map[string]string{
		`{"schema":1,"run":"a","trials":[{"trial":2,"step":7,"reason":"x grew: lower the rate"}]}`:                            "diverged at step 7 of trial 2: x grew: lower the rate",
		`{"schema":1,"trials":[{"step":1,"reason":"x"},{"trial":1,"step":2,"reason":"y"},{"trial":3,"step":2,"reason":"y"}]}`: "diverged at step 1 of trial 0, and so did 2 other trials: x",
		`{"schema":2,"trials":[]}`:                                        "is unfinished: its diverged.json: it was written by a newer twophase",
		`{"schema":1,"trials":[]}`:                                        "is unfinished: its diverged.json: a schema or the trials are missing",
		`{"schema":1,"trials":[{"trial":0,"step":1,"reason":""}]}`:        "is no end of a trial",
		`{"schema":1,"trials":[{"trial":-1,"step":1,"reason":"x"}]}`:      "is no end of a trial",
		`{"schema":1,"trials":[{"step":1,"reason":"\u001b[2J cleared"}]}`: "is no end of a trial",
		`{"schema":1,"trials":[`:                                          "unexpected end",
		strings.Repeat(" ", manifestLimit+1):                              "are not read",
		"none":                                                            "is unfinished: it was interrupted or is still running; twophase resume ",
	} {
		folder := t.TempDir()
		if text != "none" {
			if err := os.WriteFile(filepath.Join(folder, divergedName), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		err := Unfinished(folder)
		if !strings.Contains(err.Error(), want) || errors.As(err, &diverged) != strings.HasPrefix(want, "diverged") {
			t.Errorf("of %.60s: %v, want %s", text, err, want)
		}
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, failedName), []byte(`{"schema":1,"trials":[{"trial":1,"step":9,"reason":"no room"}]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	var failed *Ended
	if err := Unfinished(folder); !errors.As(err, &failed) || !failed.Failed || err.Error() != "failed at step 9 of trial 1: no room" {
		t.Errorf("of a run that failed: %v", err)
	}
	if diverged.Of(0) == nil && diverged.Of(2) == nil || diverged.Of(9) != nil {
		t.Errorf("%+v is not asked by trial", diverged)
	}
}
