package rundiff

import (
	"os"
	"path/filepath"
	"testing"

	"twophase/internal/files/folder"
)

// A summary that an earlier version wrote lacks keys that are written now. Nothing else
// of it may differ, and a folder with checksums was not written by an earlier version.
func TestKeysThatAreNew(t *testing.T) {
	const was = `{"schema":1,"folder":"a","results":[{"e_pro":0.1,"trial":0},{"e_pro":null,"trial":1}],"warnings":[]}`
	for name, c := range map[string]struct {
		is   string
		same bool
	}{
		"more keys":             {`{"schema":1,"new":[1],"results":[{"e_pro":0.1,"trial":0,"movement":{"left":1}},{"e_pro":null,"trial":1}],"folder":"a","warnings":[]}`, true},
		"another number":        {`{"schema":1,"folder":"a","results":[{"e_pro":0.10000000000000001,"trial":0},{"e_pro":null,"trial":1}],"warnings":[]}`, false},
		"a key less":            {`{"schema":1,"folder":"a","results":[{"e_pro":0.1},{"e_pro":null,"trial":1}],"warnings":[]}`, false},
		"one more in a list":    {`{"schema":1,"folder":"a","results":[{"e_pro":0.1,"trial":0},{"e_pro":null,"trial":1}],"warnings":["new"]}`, false},
		"a number for nothing":  {`{"schema":1,"folder":"a","results":[{"e_pro":0.1,"trial":0},{"e_pro":1,"trial":1}],"warnings":[]}`, false},
		"a list for an object":  {`[]`, false},
		"what is not JSON":      {`{`, false},
		"an object for a value": {`{"schema":{},"folder":"a","results":[{"e_pro":0.1,"trial":0},{"e_pro":null,"trial":1}],"warnings":[]}`, false},
	} {
		dir := t.TempDir()
		run, replay := filepath.Join(dir, "run"), filepath.Join(dir, "replay")
		for at, text := range map[string]string{run: was, replay: c.is} {
			if err := os.Mkdir(at, 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(at, "summary.json"), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		here, there := filepath.Join(run, "summary.json"), filepath.Join(replay, "summary.json")
		if got := sameButForNewKeys(here, there); got != c.same {
			t.Errorf("%s: the same: %t, want %t", name, got, c.same)
		}
		if err := os.WriteFile(filepath.Join(run, folder.SumsName), nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if sameButForNewKeys(here, there) {
			t.Errorf("%s: the same in a folder with checksums", name)
		}
	}
}
