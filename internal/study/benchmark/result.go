package benchmark

import (
	"fmt"
	"math"
	"slices"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/measure/onlinepca"
	"twophase/internal/numerics/quantile"
)

// Result is the result of a benchmark.
type Result struct {
	Stimuli         string // what they are
	Inputs, Outputs int    // N, K
	Steps, Trials   int    // T, and the number of trials
	TuningTrials    int    // 0 if nothing was tuned
	Seed            uint64
	Tune            []string  // parameters that were tuned
	Factors         []float64 // of the default rates, that were tried by any network
	Widened         bool      // the grid was extended around the best of the first settings
	Criterion       string    // of the best setting
	Rows            []Row     // by network, in the order of Options
}

// Row is the result of one network, over all trials. A trial that diverged has infinite errors and
// an alignment of 0, and its costs are left out. A measure that is not defined for the network is
// NaN.
type Row struct {
	Network   circuit.Network      // for an algorithm only its Name and what it Finds
	Algorithm *onlinepca.Algorithm // nil for a circuit

	Outputs int          // fewer than the Result's if the network cannot have that many
	Setting Setting      // the best one
	Rate    circuit.Rate // of that setting, as are the next three
	Tau     float64      // τ
	Lambda  experiment.Lambda
	Initial float64 // start of M, or of Ŷ
	Edge    bool    // the setting is at the edge of the grid
	Tuning  []Tried // nil if nothing was tuned

	DivergedAt []int         // of each trial the step at which it diverged, 0 if it did not
	Values     []TrialValues // of the others

	Diverged       int                // number of trials
	Subspace       quantile.Quartiles // subspace error: see measure.Measures.Subspace
	Error          quantile.Quartiles // E_Pro
	MeanAlignment  quantile.Quartiles // mean |cos| of an output and its component
	WorstAlignment quantile.Quartiles // least |cos|
	Covariance     quantile.Quartiles // relative error of the outputs' covariance
	Ratio          quantile.Quartiles // ‖M_o‖/‖M‖
	Sweeps         quantile.Quartiles // per stimulus
	Operations     quantile.Quartiles // signals that synapses carry per stimulus
	Unsettled      float64            // fraction of stimuli that did not settle, median
	Curve          []Moment           // over the steps

	Found  []Found  // declared measures that matter for the network
	Absent []string // and why others are absent
	On     string   // the stimuli on which those of activity were taken, in words; empty: none

	// Nanoseconds is the time of a step on the clock: see engine.Times.
	Nanoseconds float64
}

// Moment is the measures at a step of the trials that did not diverge.
type Moment struct {
	Step      int
	Subspace  quantile.Quartiles
	Alignment quantile.Quartiles // mean |cos|
}

// TrialValues is a measure of each trial that did not diverge.
type TrialValues struct {
	Name string
	Of   []float64
}

// undefined is the value of a measure that a network does not have.
var undefined = quantile.Quartiles{Low: math.NaN(), Median: math.NaN(), High: math.NaN()}

// Settles reports whether the network has sweeps.
func (r Row) Settles() bool { return r.Network.Settles() }

// HasTau reports whether the network uses τ.
func (r Row) HasTau() bool {
	if r.Algorithm != nil {
		return r.Algorithm.HasRate()
	}
	return hasTau(r.Network)
}

// setsOwnRate reports whether the neurons set their rate by themselves.
func (r Row) setsOwnRate() bool { return r.Algorithm == nil && r.Network.SetsOwnRate() }

// learningRate returns the best rate, or its start if the neurons set their rate by themselves.
func (r Row) learningRate() string {
	switch {
	case r.Algorithm != nil && !r.Algorithm.HasRate():
		return "–"
	case r.setsOwnRate():
		return fmt.Sprintf("1/Ŷ from Ŷ_0 = %g", r.Initial)
	}
	return r.Rate.String()
}

// found returns a declared measure of a row, undefined if it was not taken.
func (r Row) found(name string) quantile.Quartiles {
	if i := slices.IndexFunc(r.Found, func(f Found) bool { return f.Name == name }); i >= 0 {
		return r.Found[i].Value
	}
	return undefined
}

// declared returns the declared measures that a row has, in the order of their declarations.
func (r *Result) declared() (all []measure.Declaration) {
	var names []string
	for _, row := range r.Rows {
		for _, f := range row.Found {
			names = append(names, f.Name)
		}
	}
	return measure.Sorted(names)
}

// principal reports whether a network of the comparison finds principal components, so that the
// subspace error and the alignment apply.
func (r *Result) principal() bool {
	return slices.ContainsFunc(r.Rows, func(row Row) bool { return row.Network.FindsPrincipal() })
}

// at returns the last moment up to a step, if it is not much earlier.
func (r Row) at(step int) (last Moment, found bool) {
	for _, m := range r.Curve {
		if m.Step <= step {
			last = m
		}
	}
	return last, 2*last.Step > step
}
