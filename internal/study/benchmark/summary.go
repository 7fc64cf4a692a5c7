package benchmark

import (
	"math"
	"slices"

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
		at := 0
		if t.Diverged != nil {
			at = t.Diverged.Step
		} else {
			ended = append(ended, t)
		}
		r.DivergedAt = append(r.DivergedAt, at)
	}
	r.Diverged = len(c.outcomes) - len(ended)
	// over returns the quartiles of a measure, which has a given value in trials that diverged, and among without these.
	// They keep the values of the trials under its name.
	over := func(name string, diverged float64, of func(engine.Outcome) float64) quantile.Quartiles {
		values := slices.Repeat([]float64{diverged}, r.Diverged)
		return quantile.QuartilesOf(append(values, r.keep(name, ended, of)...))
	}
	among := func(name string, of func(engine.Outcome) float64) quantile.Quartiles {
		return quantile.QuartilesOf(r.keep(name, ended, of))
	}
	inf := math.Inf(1)
	r.Subspace = over("subspace_error", inf, func(t engine.Outcome) float64 { return float64(t.Measures.Subspace(k)) })
	r.Error, r.Covariance, r.Ratio, r.Sweeps, r.Operations, r.Unsettled = undefined, undefined, undefined, undefined, undefined, math.NaN()
	if !n.Spans {
		r.Error = over("e_pro", inf, func(t engine.Outcome) float64 { return float64(t.Measures.Error) })
	}
	if n.HasTarget() && c.algorithm == nil {
		r.Covariance = over("output_covariance_error", inf, func(t engine.Outcome) float64 { return float64(t.Measures.OutputCovariance) })
	}
	r.MeanAlignment = over("mean_alignment", 0, func(t engine.Outcome) float64 { mean, _ := t.Measures.MeanAlignment(); return float64(mean) })
	r.WorstAlignment = over("worst_alignment", 0, func(t engine.Outcome) float64 { _, worst := t.Measures.MeanAlignment(); return float64(worst) })
	r.Curve = moments(ended)
	if c.algorithm != nil {
		return r
	}
	r.Ratio = among("lateral_ratio", func(t engine.Outcome) float64 { return float64(t.Measures.Ratio) })
	if r.Settles() {
		r.Sweeps = among("sweeps", func(t engine.Outcome) float64 { return float64(t.MeanSweeps) })
		r.Unsettled = among("unsettled", func(t engine.Outcome) float64 { return float64(t.Unsettled) }).Median
	}
	r.Operations = among("synaptic_operations", func(t engine.Outcome) float64 {
		spec := c.plan.Spec
		spec.Network = n
		return spec.Operations(float64(t.MeanSweeps))
	})
	r.Found, r.Absent, r.On = found(n, ended)
	for _, f := range r.Found {
		r.keep(f.Name, ended, func(t engine.Outcome) float64 { return float64(t.Declared.Value(f.Name).Value) })
	}
	return r
}

// keep returns a measure of trials that did not diverge, and keeps it for the table of trials.
func (r *Row) keep(name string, ended []engine.Outcome, of func(engine.Outcome) float64) (values []float64) {
	for _, t := range ended {
		values = append(values, of(t))
	}
	r.Values = append(r.Values, TrialValues{name, slices.Clone(values)})
	return values
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
