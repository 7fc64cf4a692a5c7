package comparison

import (
	"fmt"
	"math"
	"runtime"

	"twophase/circuit"
	"twophase/internal/experiment"
)

// Options say which networks are compared, and on what.
type Options struct {
	Networks []string // names; nil: all

	// Experiment says what all networks have in common: the stimuli, the number of
	// outputs, of which a network takes as many as it can have, steps, trials and seed.
	// Its rate, if there is one, is the default of networks that have a rate: it is not
	// for those that set it by themselves.
	Experiment experiment.Experiment

	Factors      []float64 // of the default rate, tried for each network; nil: DefaultFactors
	TuningTrials int       // in which they are tried; 0: DefaultTuningTrials, or as many as trials
	Criterion    string    // by which one of them wins: BySubspace or ByAlignment; empty: BySubspace

	Workers  int                 // trials at a time; 0: one for each processor. It does not change the results
	Progress experiment.Progress // in trials; nil: nobody is told
}

// DefaultTrials and DefaultTuningTrials are how many trials there are unless told
// otherwise.
const (
	DefaultTrials       = 10
	DefaultTuningTrials = 4
)

// Criteria by which a learning rate wins, both at the last step: the subspace error, or
// the mean |cos| of outputs and components, which a subspace that turns does not have.
const (
	BySubspace  = "subspace"
	ByAlignment = "alignment"
)

// DefaultFactors returns the grid of learning rates unless told otherwise.
func DefaultFactors() []float64 { return []float64{0.25, 0.5, 1, 2, 4} }

// withDefaults checks the options and fills in what was not given.
func (o Options) withDefaults() (Options, error) {
	if o.Networks == nil {
		for _, n := range circuit.Networks() {
			o.Networks = append(o.Networks, n.Name)
		}
	}
	seen := map[string]bool{}
	for _, name := range o.Networks {
		if _, err := circuit.LookupNetwork(name); err != nil {
			return o, err
		}
		if seen[name] {
			return o, fmt.Errorf("network %s is listed twice", name)
		}
		seen[name] = true
	}
	if o.Factors == nil {
		o.Factors = DefaultFactors()
	}
	for i, f := range o.Factors {
		if !(f > 0) || math.IsInf(f, 1) {
			return o, fmt.Errorf("%v times the learning rate: give positive factors", f)
		}
		if i > 0 && f <= o.Factors[i-1] {
			return o, fmt.Errorf("factors %v of the learning rate: give them in ascending order", o.Factors)
		}
	}
	switch o.Criterion {
	case "":
		o.Criterion = BySubspace
	case BySubspace, ByAlignment:
	default:
		return o, fmt.Errorf("criterion %q does not exist: choose %s or %s", o.Criterion, BySubspace, ByAlignment)
	}
	if o.Experiment.Trials == 0 {
		o.Experiment.Trials = DefaultTrials
	}
	if o.TuningTrials == 0 {
		o.TuningTrials = min(DefaultTuningTrials, o.Experiment.Trials)
	}
	o.Experiment.Reference = true
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = silent{}
	}
	return o, nil
}

type silent struct{}

func (silent) Note(string) {}
func (silent) Start(int)   {}
func (silent) Add(int)     {}
