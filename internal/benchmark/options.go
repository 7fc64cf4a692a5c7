package benchmark

import (
	"fmt"
	"math"
	"runtime"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/planning"
)

// Options say which networks are compared, and on which stimuli.
type Options struct {
	Networks []string // names; nil: all

	// Experiment has what all networks share: the stimuli, the number of outputs, steps, trials
	// and seed. A network that can have fewer outputs has fewer. Its rate, if there is one, is the
	// default of all networks except those whose neurons set their rate by themselves.
	Experiment experiment.Experiment

	// Factors of the default rate are tried for each network; nil: DefaultFactors. Where the
	// neurons set their rate by themselves, they are factors of the start 1/Ŷ_0.
	Factors      []float64
	TuningTrials int    // number of tuning trials; 0: DefaultTuningTrials, or Trials if that is fewer
	Criterion    string // of the best factor: BySubspace or ByAlignment; empty: BySubspace

	Workers  int               // trials at a time; 0: one for each processor. It does not change the results
	Progress planning.Progress // in trials; nil: not reported
}

// DefaultTrials and DefaultTuningTrials are the default numbers of trials.
const (
	DefaultTrials       = 10
	DefaultTuningTrials = 4
)

// Criteria of the best learning rate, both at the last step: the subspace error, or the mean |cos|
// of outputs and components. Networks whose outputs turn in the subspace have no alignment.
const (
	BySubspace  = "subspace"
	ByAlignment = "alignment"
)

// DefaultFactors returns the default grid of learning rates.
func DefaultFactors() []float64 { return []float64{0.25, 0.5, 1, 2, 4} }

// withDefaults checks the options and fills in defaults.
func (o Options) withDefaults() (Options, error) {
	if o.Networks == nil {
		for _, n := range circuit.TwoPopulationNetworks() {
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
