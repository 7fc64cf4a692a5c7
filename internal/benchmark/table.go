package benchmark

import (
	"fmt"
	"math"

	"twophase/circuit"
	"twophase/internal/number"
	"twophase/internal/phrase"
	"twophase/internal/quantile"
	"twophase/internal/report"
)

// title describes the stimuli and the size of the benchmark.
func (r *Result) title() string {
	return fmt.Sprintf("%s: N = %d, K = %d, T = %d, %s, seed %d", r.Stimuli, r.Inputs, r.Outputs, r.Steps, phrase.Count(r.Trials, "trial"), r.Seed)
}

// learnt is the table of the measures at the end.
func (r *Result) learnt() report.Grid {
	g := report.Grid{
		Caption: "What they found" + r.spread(),
		Header:  []string{"network", "local", "finds", "subspace error", "E_Pro", "mean |cos|", "worst |cos|", "output covariance", "diverged", r.chosen()},
	}
	for _, row := range r.Rows {
		n := row.Network
		if !n.FindsPrincipal() {
			continue
		}
		g.Rows = append(g.Rows, []string{
			r.name(row), row.local(), n.Finds.String(),
			r.cell(row.Subspace), r.cell(row.Error), r.cell(row.MeanAlignment), r.cell(row.WorstAlignment), r.cell(row.Covariance),
			fmt.Sprintf("%d/%d", row.Diverged, r.Trials), r.rate(row),
		})
	}
	return g
}

// contenders counts the networks, and the algorithms that are none.
func (r *Result) contenders() string {
	algorithms := 0
	for _, row := range r.Rows {
		if row.Algorithm != nil {
			algorithms++
		}
	}
	var counts []string
	if networks := len(r.Rows) - algorithms; networks > 0 {
		counts = append(counts, phrase.Count(networks, "network"))
	}
	if algorithms > 0 {
		counts = append(counts, phrase.Count(algorithms, "algorithm"))
	}
	return phrase.List(counts, "and")
}

// onTheWay is the table of the errors at some steps.
func (r *Result) onTheWay() report.Grid {
	g := report.Grid{Caption: "Subspace error, and mean |cos|, during the run" + r.medians(), Header: []string{"network"}}
	decades := r.decades()
	for _, at := range decades {
		g.Header = append(g.Header, fmt.Sprintf("t ≤ %d", at))
	}
	for _, row := range r.Rows {
		if !row.Network.FindsPrincipal() {
			continue
		}
		line := []string{r.name(row)}
		for _, at := range decades {
			m, found := row.at(at)
			if !found {
				line = append(line, "–")
				continue
			}
			line = append(line, fmt.Sprintf("%s, %s", short(m.Subspace.Median), short(m.Alignment.Median)))
		}
		g.Rows = append(g.Rows, line)
	}
	return g
}

// costs is the table of the costs of a stimulus, with or without the times on the clock.
func (r *Result) costs(clock bool) report.Grid {
	g := report.Grid{Caption: "What a stimulus costs" + r.medians(), Header: []string{"network", "recurrent", "sweeps", "unsettled", "signals", "signals of synapses"}}
	if clock {
		g.Header = append(g.Header, "ns", "÷ "+r.Rows[0].Network.Name)
	}
	for _, row := range r.Rows {
		n := row.Network
		sweeps, unsettled, recurrent, cost := "–", "–", "no", n.Cost().String()
		switch {
		case row.Algorithm != nil:
			recurrent, cost = notACircuit, "keeps "+row.Algorithm.Keeps
		case row.Settles():
			sweeps, unsettled, recurrent = short(row.Sweeps.Median), short(row.Unsettled), "settles"
		case n.SolvesExactly():
			recurrent = "solved"
		case !n.Cost().Known:
			recurrent = circuit.NotKnown.String()
		}
		line := []string{r.name(row), recurrent, sweeps, unsettled, cost, number.WholeCell(row.Operations.Median)}
		if clock {
			line = append(line, number.WholeCell(row.Nanoseconds), short(row.Nanoseconds/r.Rows[0].Nanoseconds))
		}
		g.Rows = append(g.Rows, line)
	}
	return g
}

// decades returns powers of ten from 100 to below half of the last step, and that.
func (r *Result) decades() []int { return decades(r.Steps) }

func decades(steps int) (all []int) {
	for d := 100; d <= steps/2; d *= 10 {
		all = append(all, d)
	}
	return append(all, steps)
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

// notACircuit marks an algorithm in the tables.
const notACircuit = "not a circuit"

// local says whether the row's network is local, or that it is none.
func (r Row) local() string {
	if r.Algorithm != nil {
		return notACircuit
	}
	return r.Network.Local().String()
}

// name returns the name of a network in the tables.
func (r *Result) name(row Row) string {
	if row.Outputs < r.Outputs {
		return fmt.Sprintf("%s (K = %d)", row.Network.Name, row.Outputs)
	}
	return row.Network.Name
}

// rate returns the best rate, as a multiple of the default.
func (r *Result) rate(row Row) string {
	text := row.learningRate()
	if row.Algorithm != nil && !row.Algorithm.HasRate() {
		return text
	}
	text += fmt.Sprintf(" (× %g)", row.Setting.Rate)
	if r.tunes(TuneTau) && row.HasTau() {
		text += fmt.Sprintf(", τ = %v (× %g)", number.Number(row.Tau), row.Setting.Tau)
	}
	if r.tunes(TuneLambda) && row.Network.Gains != circuit.NoGains {
		text += ", Λ " + row.Setting.Gains.String()
	}
	if row.Edge {
		text += " *"
	}
	return text
}

// cell returns the median with the quartiles.
func (r *Result) cell(q quantile.Quartiles) string {
	if math.IsNaN(q.Median) || math.IsInf(q.Low, 1) || r.Trials == 1 {
		return short(q.Median)
	}
	return fmt.Sprintf("%s [%s %s]", short(q.Median), short(q.Low), short(q.High))
}

// short writes a number to at most three digits, or four near 1.
func short(v float64) string {
	if v > 0.99 && v < 1 {
		return fmt.Sprintf("%.4f", v)
	}
	return number.Cell(v)
}

// medians says that the numbers of a table are medians, unless they are those of one trial.
func (r *Result) medians() string {
	if r.Trials == 1 {
		return ""
	}
	return ": medians"
}
