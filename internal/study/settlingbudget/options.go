package settlingbudget

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
	Trials   int      // of every problem; 0: the default of each problem
	AtMost   int      // trials of any problem; 0: no limit
	Steps    int      // T, stimuli to learn from; 0: the default of each problem
	Quick    bool     // at most 10 000 steps, fewer trials, and no images unless asked for
	Seed     uint64
	Workers  int      // trials at a time; 0: one for each processor. It does not change the results
	Images   string   // the Fashion-MNIST training images; empty: those of Debian's package
	Progress Progress // nil: not reported
}

// Progress receives how far a run has come.
type Progress interface {
	// Note says what the run does before its first step.
	Note(text string)
	// Start gives the number of stimuli of all trials together.
	Start(steps int)
	// Add reports stimuli that were done. Many goroutines call it.
	Add(steps int)
}

// Names of the problems.
const (
	Small      = "small"      // the paper's
	Large      = "large"      // the paper's
	Correlated = "correlated" // the small one, its stimulus correlated in time
	Images     = "images"     // Fashion-MNIST
)

// ProblemNames returns the names of all problems, in the order of the tables.
func ProblemNames() []string { return []string{Small, Large, Correlated, Images} }

// Limits of a quick run.
const (
	quickSteps  = 10_000
	quickTrials = 10
)

// withDefaults checks the options and fills in those that do not depend on the problem.
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

// size returns the steps and trials of a problem, whose defaults are given.
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

// silent is a Progress that discards what it receives.
type silent struct{}

func (silent) Note(string) {}
func (silent) Start(int)   {}
func (silent) Add(int)     {}
