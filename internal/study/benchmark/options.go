package benchmark

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/measure/onlinepca"
	"twophase/internal/measure/report"
	"twophase/internal/run/planning"
	"twophase/internal/text/wording"
)

// Options say which networks are compared, and on which stimuli.
type Options struct {
	// Networks are names, of algorithms of package onlinepca too, or AllNetworks or AllAlgorithms; nil: AllNetworks.
	Networks []string

	// Experiment has what all networks share: the stimuli, the number of outputs, steps, trials
	// and seed. A network that can have fewer outputs has fewer. Its rate, if there is one, is the
	// default of all networks except those whose neurons set their rate by themselves.
	Experiment experiment.Experiment

	// Tune lists the parameters that are tuned for each network, TuneRate, TuneTau and TuneLambda;
	// nil: TuneRate. A network has those that its rules have.
	Tune []string

	// Factors of the default rate are tried for each network, and no others; nil: DefaultFactors,
	// and others beside the best. Where the neurons set their rate by themselves, they are factors
	// of the start 1/Ŷ_0. With one factor the rate is not tuned. Their order does not matter.
	Factors      []float64
	TuningTrials int    // number of tuning trials; 0: DefaultTuningTrials, or Trials if that is fewer
	Criterion    string // of the best setting: BySubspace or ByAlignment; empty: BySubspace

	fixed bool  // the factors are those that were given
	kept  *kept // of an earlier, unfinished comparison

	Layout report.Layout // of the pictures

	Workers  int               // trials at a time; 0: one for each processor. It does not change the results
	Progress planning.Progress // in trials; nil: not reported
}

// DefaultTrials and DefaultTuningTrials are the default numbers of trials.
const (
	DefaultTrials       = 10
	DefaultTuningTrials = 4
)

// Criteria of the best setting, both at the last step: the subspace error, or the mean |cos|
// of outputs and components. Networks whose outputs turn in the subspace have no alignment.
const (
	BySubspace  = "subspace"
	ByAlignment = "alignment"
)

// Names that stand for several: all networks of two populations, and all algorithms that are not circuits.
const (
	AllNetworks   = "all"
	AllAlgorithms = "algorithms"
)

// Tunable returns the parameters that can be tuned.
func Tunable() []string { return []string{TuneRate, TuneTau, TuneLambda} }

// DefaultFactors returns the grid of learning rates with which tuning begins: a coarser one where
// more than the rate is tuned.
func DefaultFactors(tune ...string) []float64 {
	if slices.Contains(tune, TuneTau) || slices.Contains(tune, TuneLambda) {
		return []float64{0.25, 1, 4}
	}
	return []float64{0.25, 0.5, 1, 2, 4}
}

// tunes reports whether a parameter is tuned.
func (o Options) tunes(parameter string) bool { return slices.Contains(o.Tune, parameter) }

// tunesAnything reports whether there is anything to tune.
func (o Options) tunesAnything() bool {
	return len(o.Factors) > 1 || o.tunes(TuneTau) || o.tunes(TuneLambda)
}

// names returns the networks and algorithms by their own names.
func (o Options) names() (names []string) {
	if o.Networks == nil {
		o.Networks = []string{AllNetworks}
	}
	for _, name := range o.Networks {
		switch name {
		case AllNetworks:
			for _, n := range circuit.NetworksThat(circuit.Network.IsPair) {
				names = append(names, n.Name)
			}
		case AllAlgorithms:
			names = append(names, onlinepca.Names()...)
		default:
			names = append(names, name)
		}
	}
	return names
}

// Check returns an error, in the words of the flags of twophase compare, if the options list what does not exist or
// exclude one another.
func (o Options) Check() error {
	names := o.names()
	for i, name := range names {
		if _, _, err := lookup(name); err != nil {
			return err
		}
		if slices.Contains(names[:i], name) {
			return fmt.Errorf("--networks lists %s twice", name)
		}
	}
	for i, p := range o.Tune {
		if !slices.Contains(Tunable(), p) {
			return wording.Unknown("tune", p, Tunable())
		}
		if slices.Contains(o.Tune[:i], p) {
			return fmt.Errorf("--tune lists %s twice", p)
		}
	}
	for _, f := range o.Factors {
		if !(f > 0) || math.IsInf(f, 1) {
			return fmt.Errorf("--rates %v: give positive numbers, such as 0.5,1,2", o.Factors)
		}
	}
	if len(o.Factors) > 1 && o.Tune != nil && !o.tunes(TuneRate) {
		return errors.New("--rates has several rates to choose from, and --tune leaves the rate out: add rate to --tune, or give one rate")
	}
	if criteria := []string{BySubspace, ByAlignment}; o.Criterion != "" && !slices.Contains(criteria, o.Criterion) {
		return wording.Unknown("tune-by", o.Criterion, criteria)
	}
	return nil
}

// withDefaults checks the options and fills in defaults.
func (o Options) withDefaults() (Options, error) {
	o.Factors = slices.Compact(slices.Sorted(slices.Values(o.Factors)))
	if err := o.Check(); err != nil {
		return o, err
	}
	o.Networks = o.names()
	if err := o.sharedStimuli(); err != nil {
		return o, err
	}
	if o.Tune == nil {
		o.Tune = []string{TuneRate}
	}
	o.fixed = o.Factors != nil || !o.tunes(TuneRate)
	switch {
	case o.Factors == nil && o.tunes(TuneRate):
		o.Factors = DefaultFactors(o.Tune...)
	case o.Factors == nil:
		o.Factors = []float64{1}
	}
	o.Criterion = cmp.Or(o.Criterion, BySubspace)
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
		o.Progress = planning.Silent{}
	}
	return o, nil
}

// algorithmsLearn is the network whose plan gives an algorithm its stimuli, unless it is like
// another one.
const algorithmsLearn = "PSP"

// lookup returns the network of a name, or an algorithm with the network whose plan it has.
func lookup(name string) (circuit.Network, *onlinepca.Algorithm, error) {
	a, found := onlinepca.Lookup(name)
	if !found {
		n, err := circuit.LookupNetwork(name)
		if err != nil {
			var names []string
			for _, n := range circuit.Networks() {
				names = append(names, n.Name)
			}
			err = wording.Unknown("network", name, append(append(names, onlinepca.Names()...), AllNetworks, AllAlgorithms))
		}
		return n, nil, err
	}
	like := a.Like
	if !a.HasRate() {
		like = algorithmsLearn
	}
	n, err := circuit.LookupNetwork(like)
	return n, &a, err
}

// sharedStimuli gives networks that have stimuli of their own by default the same ones, if none
// are given. It returns an error if those of two networks differ.
func (o *Options) sharedStimuli() error {
	given := o.Experiment.Stimulus
	if len(given.Given()) > 0 {
		return nil
	}
	first := ""
	var shared experiment.Stimulus
	for _, name := range o.Networks {
		n, _, err := lookup(name)
		if err != nil {
			return err
		}
		own := experiment.DefaultStimulus(n, given)
		switch {
		case first == "":
			first, shared = name, own
		case fmt.Sprint(own) != fmt.Sprint(shared):
			return fmt.Errorf("%s and %s look for different things, and have other stimuli by default: say which stimuli all of them see, such as --clusters 3 --inputs 10", first, name)
		}
	}
	if n, _, err := lookup(first); err == nil && !n.IsPair() {
		o.Experiment.Stimulus = shared
	}
	return nil
}
