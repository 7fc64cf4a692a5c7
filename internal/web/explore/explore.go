package explore

import (
	"embed"
	"slices"
	"strings"

	"twophase/internal/experiment"
	"twophase/internal/web/page"
	"twophase/internal/web/simulator"
)

//go:embed program.wasm.gz wasm_exec.js
var files embed.FS

//go:embed networks.txt
var networks string

// Knows reports whether the simulator knows a network by its name. It runs a newer one as a circuit in a file.
func Knows(network string) bool { return slices.Contains(strings.Fields(networks), network) }

// Page returns the page of an experiment, with a title. The experiment must not have the defaults
// that depend on keys that a reader may change.
func Page(title string, e experiment.Experiment) ([]byte, error) {
	s, err := program()
	if err != nil {
		return nil, err
	}
	return page.Explore(title, experiment.WriteJSON(e, "."), s)
}

// program returns the simulator as a browser runs it.
func program() (s page.Simulator, err error) {
	if s.Program, err = files.ReadFile("program.wasm.gz"); err != nil {
		return s, err
	}
	exec, err := files.ReadFile("wasm_exec.js")
	s.Glue = slices.Concat(exec, []byte{'\n'}, simulator.Glue)
	return s, err
}
