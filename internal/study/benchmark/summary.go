package benchmark

import (
	"math"

	"twophase/circuit"
	"twophase/internal/measure"
	"twophase/internal/numerics/quantile"
	"twophase/internal/run/engine"
)

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
	r.Error, r.Covariance, r.Sweeps, r.Unsettled = undefined, undefined, undefined, math.NaN()
	if !n.Spans {
		r.Error = over(inf, func(t engine.Outcome) float64 { return float64(t.Measures.Error) })
	}
	if n.HasTarget() && c.algorithm == nil {
		r.Covariance = over(inf, func(t engine.Outcome) float64 { return float64(t.Measures.OutputCovariance) })
	}
	r.MeanAlignment = over(0, func(t engine.Outcome) float64 { mean, _ := t.Measures.MeanAlignment(); return float64(mean) })
	r.WorstAlignment = over(0, func(t engine.Outcome) float64 { _, worst := t.Measures.MeanAlignment(); return float64(worst) })
	r.Ratio = among(func(t engine.Outcome) float64 { return float64(t.Measures.Ratio) })
	if c.algorithm != nil {
		r.Operations, r.Ratio = undefined, undefined
		r.Curve = moments(ended)
		return r
	}
	if r.Settles() {
		r.Sweeps = among(func(t engine.Outcome) float64 { return float64(t.MeanSweeps) })
		r.Unsettled = among(func(t engine.Outcome) float64 { return float64(t.Unsettled) }).Median
	}
	r.Operations = among(func(t engine.Outcome) float64 {
		spec := c.plan.Spec
		spec.Network = n
		return spec.Operations(float64(t.MeanSweeps))
	})
	r.Curve = moments(ended)
	r.Found, r.Absent, r.On = found(n, ended)
	return r
}

// moments returns the measures of trials at the steps at which all of them were measured.
func moments(trials []engine.Outcome) (all []Moment) {
	if len(trials) == 0 {
		return nil
	}
	var errors, alignments []measure.Followed
	for _, t := range trials {
		errors, alignments = append(errors, t.Course(measure.SubspaceError)), append(alignments, t.Course(measure.MeanAlignment))
	}
	for _, step := range errors[0].Steps {
		all = append(all, Moment{step, quantile.QuartilesOf(measure.ValuesAt(errors, step)), quantile.QuartilesOf(measure.ValuesAt(alignments, step))})
	}
	return all
}
