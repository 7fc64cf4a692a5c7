package comparison

import (
	"math"
	"slices"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/quantile"
)

// Row is what one network came to, over all trials. A trial that diverged has infinite
// errors and finds no component; what it cost does not count. A measure that is not
// defined for the network is NaN.
type Row struct {
	Network circuit.Network
	Outputs int          // fewer than the Result's if the network cannot have so many
	Rate    circuit.Rate // that won
	Factor  float64      // of the default rate
	Edge    bool         // it is the least or the largest that was tried
	Tuning  []float64    // median error of the tuning trials by the criterion, 1 − mean |cos| for ByAlignment, by factor; nil if there were none

	Diverged       int                // trials
	Subspace       quantile.Quartiles // subspace error: see experiment.Measures.Subspace
	Error          quantile.Quartiles // E_Pro
	MeanAlignment  quantile.Quartiles // mean |cos| of an output and its component
	WorstAlignment quantile.Quartiles // least |cos|
	Covariance     quantile.Quartiles // relative error of the outputs' covariance
	Lateral        quantile.Quartiles // ‖M_o‖/‖M‖
	Sweeps         quantile.Quartiles // per stimulus
	Operations     quantile.Quartiles // signals that synapses carry per stimulus
	Unsettled      float64            // fraction of stimuli that did not settle, median
	Curve          []Moment           // on the way

	// Nanoseconds is the time of a step on the clock: see experiment.Times.
	Nanoseconds float64
}

// Moment is how far the trials that did not diverge had come.
type Moment struct {
	Step      int
	Subspace  quantile.Quartiles
	Alignment quantile.Quartiles // mean |cos|
}

// Settles reports whether there are sweeps to count.
func (r Row) Settles() bool { return r.Network.Settles() }

// newRow summarises the trials of a network.
func (o Options) newRow(c *contender) Row {
	e, n := c.plan().Experiment, c.network
	k := e.Outputs
	r := Row{Network: n, Outputs: k, Rate: e.Rate, Factor: o.Factors[c.winner], Edge: len(c.tuning) > 1 && (c.winner == 0 || c.winner == len(c.tuning)-1)}
	for i := range c.tuning {
		r.Tuning = append(r.Tuning, c.tuningError(i))
	}
	var ended []experiment.Outcome
	for _, t := range c.outcomes {
		if t.Diverged == nil {
			ended = append(ended, t)
		}
	}
	r.Diverged = len(c.outcomes) - len(ended)
	// over returns the quartiles of a measure, which is that much in trials that diverged.
	over := func(diverged float64, of func(experiment.Outcome) float64) quantile.Quartiles {
		var values []float64
		for _, t := range c.outcomes {
			if t.Diverged != nil {
				values = append(values, diverged)
			} else {
				values = append(values, of(t))
			}
		}
		return quantile.QuartilesOf(values)
	}
	among := func(of func(experiment.Outcome) float64) quantile.Quartiles {
		var values []float64
		for _, t := range ended {
			values = append(values, of(t))
		}
		return quantile.QuartilesOf(values)
	}
	inf := math.Inf(1)
	r.Subspace = over(inf, func(t experiment.Outcome) float64 { return subspaceError(t, k) })
	r.Error, r.Covariance = undefined, undefined
	if !n.Spans {
		r.Error = over(inf, func(t experiment.Outcome) float64 { return float64(t.Measures.Error) })
	}
	if n.HasTarget() {
		r.Covariance = over(inf, func(t experiment.Outcome) float64 { return float64(t.Measures.OutputCovariance) })
	}
	r.MeanAlignment = over(0, func(t experiment.Outcome) float64 { mean, _ := t.Measures.MeanAlignment(); return float64(mean) })
	r.WorstAlignment = over(0, func(t experiment.Outcome) float64 { _, worst := t.Measures.MeanAlignment(); return float64(worst) })
	r.Lateral = among(func(t experiment.Outcome) float64 { return float64(t.Measures.LateralRatio) })
	r.Sweeps = among(func(t experiment.Outcome) float64 { return float64(t.MeanSweeps) })
	r.Operations = among(func(t experiment.Outcome) float64 {
		return n.Cost().Operations(c.plan().Inputs(), k, float64(t.MeanSweeps))
	})
	r.Unsettled = among(func(t experiment.Outcome) float64 { return float64(t.Unsettled) }).Median
	r.Curve = moments(ended)
	return r
}

// moments returns what some trials came to on the way, at the steps at which all were
// looked at.
func moments(trials []experiment.Outcome) (all []Moment) {
	if len(trials) == 0 {
		return nil
	}
	for _, p := range trials[0].Curve {
		var subspace, alignment []float64
		for _, t := range trials {
			at, found := slices.BinarySearchFunc(t.Curve, p.Step, func(p experiment.Point, step int) int { return p.Step - step })
			if found {
				subspace, alignment = append(subspace, float64(t.Curve[at].Subspace)), append(alignment, float64(t.Curve[at].Alignment))
			}
		}
		all = append(all, Moment{p.Step, quantile.QuartilesOf(subspace), quantile.QuartilesOf(alignment)})
	}
	return all
}
