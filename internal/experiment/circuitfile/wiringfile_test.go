package circuitfile

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A file of synapses is read line by line, and an error names the line.
func TestReadPairs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "wiring.csv")
	for text, want := range map[string]string{
		"0,1\n1, 2 # why\n\n2\t5\r\n": "",
		"0,1\n1,2,3\n":                `wiring.csv:2: "1,2,3" is not a synapse`,
		"0,1\nx,2\n":                  "wiring.csv:2: ",
		"0,-1\n":                      "wiring.csv:1: ",
		"3,4\n0,1\n3 4\n":             "wiring.csv:3: synapse 3,4 is listed twice: line 1 has it too",
		"# nothing\n":                 "lists no synapse",
	} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		pairs, err := readPairs(path)
		switch {
		case want == "":
			if !slices.EqualFunc(pairs, [][]int{{0, 1}, {1, 2}, {2, 5}}, slices.Equal) || err != nil {
				t.Errorf("%q: %v, %v", text, pairs, err)
			}
		case err == nil || !strings.Contains(err.Error(), want):
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
	if _, err := readPairs(path + ".no"); err == nil {
		t.Error("a file that is not there was read")
	}
}
