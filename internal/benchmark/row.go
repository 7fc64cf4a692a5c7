package benchmark

import (
	"fmt"
	"math"
	"slices"

	"twophase/circuit"
	"twophase/internal/engine"
	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/onlinepca"
	"twophase/internal/quantile"
	"twophase/synapse"
)

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

	Diverged       int                // number of trials
	Subspace       quantile.Quartiles // subspace error: see measure.Measures.Subspace
	Error          quantile.Quartiles // E_Pro
	MeanAlignment  quantile.Quartiles // mean |cos| of an output and its component
	WorstAlignment quantile.Quartiles // least |cos|
	Covariance     quantile.Quartiles // relative error of the outputs' covariance
	Lateral        quantile.Quartiles // ‖M_o‖/‖M‖
	Sweeps         quantile.Quartiles // per stimulus
	Operations     quantile.Quartiles // signals that synapses carry per stimulus
	Unsettled      float64            // fraction of stimuli that did not settle, median
	Curve          []Moment           // over the steps

	Found  []Found  // declared measures that matter for the network
	Absent []string // and why others are absent

	// Nanoseconds is the time of a step on the clock: see engine.Times.
	Nanoseconds float64
}

// Moment is the measures at a step of the trials that did not diverge.
type Moment struct {
	Step      int
	Subspace  quantile.Quartiles
	Alignment quantile.Quartiles // mean |cos|
}

// Settles reports whether the network has sweeps.
func (r Row) Settles() bool { return r.Network.Settles() }

// hasTau reports whether τ means something to a network.
func hasTau(n circuit.Network) bool { return n.Wiring != synapse.Unconnected && !n.SetsOwnRate() }

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

// newRow summarises the trials of a network.
func (o Options) newRow(c *contender) Row {
	e, n := c.plan.Experiment, c.network
	if c.algorithm != nil {
		n = circuit.Network{Name: c.algorithm.Name, Finds: c.algorithm.Finds, Gains: circuit.NoGains}
	}
	k := e.Outputs
	r := Row{
		Network: n, Outputs: k, Setting: c.winner, Rate: e.Rate, Tau: e.Tau, Lambda: e.Lambda, Initial: e.InitialM,
		Algorithm: c.algorithm, Edge: c.tried != nil && c.grid.edge(c.winner), Tuning: c.tried,
	}
	var ended []engine.Outcome
	for _, t := range c.outcomes {
		if t.Diverged == nil {
			ended = append(ended, t)
		}
	}
	r.Diverged = len(c.outcomes) - len(ended)
	// over returns the quartiles of a measure, which has a given value in trials that diverged.
	over := func(diverged float64, of func(engine.Outcome) float64) quantile.Quartiles {
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
	among := func(of func(engine.Outcome) float64) quantile.Quartiles {
		var values []float64
		for _, t := range ended {
			values = append(values, of(t))
		}
		return quantile.QuartilesOf(values)
	}
	inf := math.Inf(1)
	r.Subspace = over(inf, func(t engine.Outcome) float64 { return float64(t.Measures.Subspace(k)) })
	r.Error, r.Covariance = undefined, undefined
	if !n.Spans {
		r.Error = over(inf, func(t engine.Outcome) float64 { return float64(t.Measures.Error) })
	}
	if n.HasTarget() && c.algorithm == nil {
		r.Covariance = over(inf, func(t engine.Outcome) float64 { return float64(t.Measures.OutputCovariance) })
	}
	r.MeanAlignment = over(0, func(t engine.Outcome) float64 { mean, _ := t.Measures.MeanAlignment(); return float64(mean) })
	r.WorstAlignment = over(0, func(t engine.Outcome) float64 { _, worst := t.Measures.MeanAlignment(); return float64(worst) })
	r.Lateral = among(func(t engine.Outcome) float64 { return float64(t.Measures.LateralRatio) })
	if c.algorithm != nil {
		r.Sweeps, r.Operations, r.Lateral, r.Unsettled = undefined, undefined, undefined, math.NaN()
		r.Curve = moments(ended)
		return r
	}
	r.Sweeps = among(func(t engine.Outcome) float64 { return float64(t.MeanSweeps) })
	r.Operations = among(func(t engine.Outcome) float64 {
		spec := c.plan.Spec
		spec.Network = n
		return spec.Operations(float64(t.MeanSweeps))
	})
	r.Unsettled = among(func(t engine.Outcome) float64 { return float64(t.Unsettled) }).Median
	r.Curve = moments(ended)
	r.Found, r.Absent = found(n, ended)
	return r
}

// moments returns the measures of trials at the steps at which all of them were measured.
func moments(trials []engine.Outcome) (all []Moment) {
	if len(trials) == 0 {
		return nil
	}
	for _, p := range trials[0].Curve {
		var subspace, alignment []float64
		for _, t := range trials {
			at, found := slices.BinarySearchFunc(t.Curve, p.Step, func(p measure.Point, step int) int { return p.Step - step })
			if found {
				subspace, alignment = append(subspace, float64(t.Curve[at].Subspace)), append(alignment, float64(t.Curve[at].Alignment))
			}
		}
		all = append(all, Moment{p.Step, quantile.QuartilesOf(subspace), quantile.QuartilesOf(alignment)})
	}
	return all
}
