package budget

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
)

// Options say what is run. The zero value is the whole comparison, in about a
// minute on two cores.
type Options struct {
	Problems []string // of ProblemNames; nil: all of them
	Trials   int      // of every problem; 0: as many as suit each
	AtMost   int      // trials of any problem; 0: no limit
	Steps    int      // T, stimuli to learn from; 0: as many as suit each problem
	Quick    bool     // 10 000 steps and fewer trials at the most, and no images unless asked for
	Seed     uint64
	Workers  int      // trials at a time; 0: one for each processor. It does not change the results
	Images   string   // the Fashion-MNIST training images; empty: where Debian's package has them
	Progress Progress // nil: nobody is told
}

// Progress is told how a run goes on.
type Progress interface {
	// Note tells what the run is doing before its first step.
	Note(text string)
	// Start tells how many stimuli there will be, in all trials.
	Start(steps int)
	// Add tells of stimuli that were done. Many goroutines call it.
	Add(steps int)
}

// Limits of a quick run.
const (
	quickSteps  = 10_000
	quickTrials = 10
)

// withDefaults checks the options and fills in what does not depend on the
// problem.
func (o Options) withDefaults() (Options, error) {
	switch {
	case o.Trials < 0:
		return o, fmt.Errorf("%d trials: run at least 1", o.Trials)
	case o.AtMost < 0:
		return o, fmt.Errorf("at most %d trials: allow at least 1", o.AtMost)
	case o.Steps < 0:
		return o, fmt.Errorf("%d steps: run at least 1", o.Steps)
	}
	for _, name := range o.Problems {
		if !slices.Contains(ProblemNames(), name) {
			return o, fmt.Errorf("no problem is called %q: choose from %s", name, strings.Join(ProblemNames(), ", "))
		}
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = silent{}
	}
	return o, nil
}

// size returns how many steps and trials a problem gets that would have so many
// by itself.
func (o Options) size(steps, trials int) (int, int) {
	if o.Quick {
		steps, trials = min(steps, quickSteps), min(trials, quickTrials)
	}
	if o.Steps > 0 {
		steps = o.Steps
	}
	if o.Trials > 0 {
		trials = o.Trials
	}
	if o.AtMost > 0 {
		trials = min(trials, o.AtMost)
	}
	return steps, trials
}

// silent is a Progress that tells nobody.
type silent struct{}

func (silent) Note(string) {}
func (silent) Start(int)   {}
func (silent) Add(int)     {}
