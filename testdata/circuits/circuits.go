// Package circuits holds published circuits as files to run and to begin with: NAME.yaml, and NAME.csv where the stimuli of a
// circuit come from a file. testdata/golden/language has a run of each by an independent program.
package circuits

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed *.yaml *.csv
var files embed.FS

// Names returns the names of all circuits.
func Names() (names []string) {
	entries, _ := fs.ReadDir(files, ".") // a folder that is embedded
	for _, e := range entries {
		if name, is := strings.CutSuffix(e.Name(), ".yaml"); is {
			names = append(names, name)
		}
	}
	return names
}

// Files returns the file of a circuit, and that of its stimuli or nil; nil and nil if there is no such circuit.
func Files(name string) (circuit, stimuli []byte) {
	circuit, _ = files.ReadFile(name + ".yaml")
	if circuit != nil {
		stimuli, _ = files.ReadFile(name + ".csv")
	}
	return circuit, stimuli
}
