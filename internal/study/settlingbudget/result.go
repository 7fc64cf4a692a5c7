package settlingbudget

import (
	"twophase/internal/numerics/quantile"
)

// Result is the result of a comparison.
type Result struct {
	Seed     uint64
	Problems []Problem
	Rows     []Row    // by problem, then by case
	Notes    []string // what was left out, and why
}

// Problem describes a problem of a comparison.
type Problem struct {
	Name, Title     string
	Inputs, Outputs int // N, K
	Steps, Trials   int // T, and the number of trials
}

// Row is the result of one case on one problem, over all trials.
type Row struct {
	Problem Problem
	Case

	Error      quantile.Quartiles // E_Pro; +Inf in a trial that diverged
	Settled    float64            // E_Pro of the filter M⁻¹W of the settled network; median
	Diverged   float64            // fraction of trials with a number that is not finite, or a scale ≤ 0
	Lost       float64            // fraction of trials that diverged or did not end below LostError
	Residual   float64            // ‖y − M⁻¹Wx‖/‖M⁻¹Wx‖, median over trials
	SweepsUsed float64            // per stimulus, mean over trials; 0 if nothing settles
	Unsettled  float64            // fraction of stimuli that did not reach the tolerance, mean over trials
	Operations float64            // signals that synapses carried per stimulus, mean over trials

	// Nanoseconds is the time of a step on the clock, plasticity included: the median over
	// the trials that did not diverge, NaN if all did. It differs from run to run, and is not
	// in the tables of results.
	Nanoseconds float64
}

// LostError is the E_Pro from which on a network counts as lost. A network with Û = 0 has 1.
const LostError = 0.5

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
	r.Error = quantile.QuartilesOf(errors)
	r.Settled = quantile.Among(settled, 0.5)
	r.Residual = quantile.Among(residuals, 0.5)
	r.Operations = c.operations(p.Inputs, p.Outputs, r.SweepsUsed)
	r.Nanoseconds = quantile.Among(times, 0.5)
	return r
}

// rows returns the rows of a problem and a network that a curve draws.
func (r *Result) rows(problem Problem, network string, s curve) []Row {
	var found []Row
	for _, row := range r.Rows {
		if row.Problem.Name == problem.Name && row.Network == network && row.Method == s.method && row.Start == s.start {
			found = append(found, row)
		}
	}
	return found
}

// twoPhaseTime returns the time of the two-phase circuit with the row's problem and plasticity.
func (r *Result) twoPhaseTime(row Row) float64 {
	return r.rows(row.Problem, row.Network, twoPhaseCurve)[0].Nanoseconds
}
