package explore

import (
	"embed"
	"fmt"
	"slices"

	"twophase/internal/document"
	"twophase/internal/experiment"
	"twophase/internal/simulator"
	"twophase/internal/view/page"
)

//go:embed program.lzma wasm_exec.js
var files embed.FS

// Lacks returns what an experiment has that a page cannot have, such as "stimuli from files", and the keys by which it has
// it. It is empty if a page can have the experiment.
func Lacks(e experiment.Experiment) (what string, keys []string) {
	for _, refused := range []struct {
		has  bool
		what string
		keys []string
	}{
		{e.Stimulus.FromFiles() || e.Stimulus.FromPipe(), "stimuli from files", []string{e.Stimulus.Key(), "stimulus"}},
		{e.Stimulus.Mixing != "" || e.Stimulus.Centres != "", "matrices from files", []string{"stimulus.mixing", "stimulus.centres"}},
		{e.From != "", "the weights of another run", []string{"from"}},
		{e.InitialWeights != "" || e.InitialMFile != "", "weights from files", []string{"initial_weights", "initial_m"}},
		{e.Circuit != nil, "circuits of one's own, whose expressions it cannot read", []string{"circuit"}},
		{e.OwnRules(), "rules of one's own, whose expressions it cannot read", []string{"rule", "lateral_rule"}},
	} {
		if refused.has {
			return refused.what, refused.keys
		}
	}
	for n, i := range e.Interventions {
		if i.Rule.Custom != nil {
			return "rules of one's own, whose expressions it cannot read", []string{fmt.Sprintf("interventions[%d].rule", n)}
		}
	}
	return "", nil
}

// Check returns an error unless a page can have an experiment.
func Check(e experiment.Experiment) error {
	what, keys := Lacks(e)
	if what == "" {
		return nil
	}
	return document.Blame(fmt.Errorf("a page cannot have %s: choose a network and a problem, a spectrum or another population", what), keys...)
}

// Page returns the page of an experiment, with a title. The experiment is as it was asked for, without the defaults that
// depend on what a reader changes.
func Page(title string, e experiment.Experiment) ([]byte, error) {
	s, err := program()
	if err != nil {
		return nil, err
	}
	return page.Explore(title, experiment.WriteJSON(e, "."), s)
}

// program returns the simulator as a browser runs it.
func program() (s page.Simulator, err error) {
	if s.Program, err = files.ReadFile("program.lzma"); err != nil {
		return s, err
	}
	exec, err := files.ReadFile("wasm_exec.js")
	s.Glue = slices.Concat(exec, []byte{'\n'}, simulator.Glue)
	return s, err
}
