package budget

import (
	"math"
	"slices"

	"twophase/internal/quantile"
)

// Row is what one case came to on one problem, over all trials.
type Row struct {
	Problem Problem
	Case

	Error      Quartiles // E_Pro; +Inf in a trial that diverged
	Settled    float64   // E_Pro of the filter M⁻¹W, to which the dynamics would settle; median
	Diverged   float64   // fraction of trials whose numbers ran away, or a scale of which fell to zero
	Lost       float64   // fraction of trials that diverged or did not end below LostError
	Residual   float64   // ‖y − M⁻¹Wx‖/‖M⁻¹Wx‖, median over trials
	SweepsUsed float64   // per stimulus, mean over trials; 0 if nothing settles
	Unsettled  float64   // fraction of stimuli that did not reach the tolerance, mean over trials
	Operations float64   // signals that synapses carried per stimulus, mean over trials

	// Nanoseconds is the time of a step, plasticity included, on the clock:
	// the median over the trials that did not diverge, NaN if all did. It is
	// never the same twice, and is not in the tables of results.
	Nanoseconds float64
}

// LostError is the E_Pro from which a network counts as lost. A network that does
// not answer at all, Û = 0, has 1.
const LostError = 0.5

// Quartiles of a measure over trials.
type Quartiles struct{ Low, Median, High float64 }

// newRow summarises the trials of one case.
func newRow(p Problem, c Case, trials []outcome) Row {
	r := Row{Problem: p, Case: c}
	var errors, settled, residuals, times []float64
	for _, t := range trials {
		errors, settled, residuals = append(errors, t.err), append(settled, t.settled), append(residuals, t.residual)
		r.SweepsUsed += t.sweeps
		r.Unsettled += t.unsettled
		if t.diverged {
			r.Diverged++
		} else {
			times = append(times, float64(t.elapsed.Nanoseconds())/float64(t.steps))
		}
		if !(t.err < LostError) {
			r.Lost++
		}
	}
	for _, sum := range []*float64{&r.SweepsUsed, &r.Unsettled, &r.Diverged, &r.Lost} {
		*sum /= float64(len(trials))
	}
	r.Error = Quartiles{quantileOf(errors, 0.25), quantileOf(errors, 0.5), quantileOf(errors, 0.75)}
	r.Settled = quantileOf(settled, 0.5)
	r.Residual = quantileOf(residuals, 0.5)
	r.Operations = c.operations(p.Inputs, p.Outputs, r.SweepsUsed)
	r.Nanoseconds = quantileOf(times, 0.5)
	return r
}

// quantileOf returns a quantile of values in any order. It is NaN if there are none,
// or if a value is.
func quantileOf(values []float64, q float64) float64 {
	if len(values) == 0 || slices.ContainsFunc(values, math.IsNaN) {
		return math.NaN()
	}
	return quantile.Of(slices.Sorted(slices.Values(values)), q)
}
