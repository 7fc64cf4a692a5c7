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
		"POST,PRE\n0,1\n1,2\n2,5\n":   "",
		"0,1\n1,2,3\n":                "wiring.csv:2: 3 numbers here and 2 above: give all synapses a weight, or none",
		"0,1,2,3\n":                   `wiring.csv:1: "0,1,2,3" is not a synapse`,
		"0,1\nx,2\n":                  "wiring.csv:2: ",
		"0,-1\n":                      "wiring.csv:1: ",
		"3,4\n0,1\n3 4\n":             "wiring.csv:3: synapse 3,4 is listed twice: line 1 has it too",
		"# nothing\n":                 "lists no synapse",
		"post,pre,weight\n0,1\n":      "wiring.csv:2: 2 numbers here and 3 above",
		"0,1,0.5\n0,2,NaN\n":          `wiring.csv:2: "NaN" is not a finite number`,
		"0,1,1e999\n":                 "wiring.csv:1: \"1e999\" is too large",
	} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		pairs, err := readPairs(path)
		switch {
		case want == "":
			same := func(p Pair, want [2]int) bool { return [2]int{p.Post, p.Pre} == want && p.Weight == nil }
			if !slices.EqualFunc(pairs, [][2]int{{0, 1}, {1, 2}, {2, 5}}, same) || err != nil {
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
