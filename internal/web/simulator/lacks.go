package simulator

import (
	"fmt"

	"twophase/internal/experiment"
	"twophase/internal/text/document"
)

// Lacks returns what an experiment needs and a page does not have, such as "stimuli from files",
// and the keys that ask for it. It is empty if a page can run the experiment.
func Lacks(e experiment.Experiment) (what string, keys []string) {
	for _, refused := range []struct {
		has  bool
		what string
		keys []string
	}{
		{e.Stimulus.FromFiles() || e.Stimulus.FromPipe(), "stimuli from files", []string{e.Stimulus.Key(), "stimulus"}},
		{e.Stimulus.Mixing != "" || e.Stimulus.Centres != "", "matrices from files", []string{"stimulus.mixing", "stimulus.centres"}},
		{e.From != "", "the weights of another run", []string{"from"}},
		{e.InitialWeights != "" || e.InitialMFile != "" || e.Initial != nil, "weights from files", []string{"initial_weights", "initial_m", "initial"}},
	} {
		if refused.has {
			return refused.what, refused.keys
		}
	}
	return "", nil
}

// Check returns an error unless a page can run an experiment.
func Check(e experiment.Experiment) error {
	what, keys := Lacks(e)
	if what == "" {
		return nil
	}
	return document.Blame(fmt.Errorf("a page cannot have %s: choose a problem, a spectrum or another population", what), keys...)
}
