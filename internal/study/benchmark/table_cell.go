package benchmark

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/internal/numerics/quantile"
	"twophase/internal/text/wording"
)

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
		text += fmt.Sprintf(", τ = %v (× %g)", wording.Number(row.Tau), row.Setting.Tau)
	}
	if r.tunes(TuneLambda) && row.Network.Gains != circuit.NoGains {
		text += ", Λ " + row.Setting.Gains.String()
	}
	if row.Edge {
		text += " *"
	}
	return text
}

// cell returns the median with the quartiles, or with each of few trials.
func (r *Result) cell(q quantile.Quartiles) string {
	if math.IsNaN(q.Median) || math.IsInf(q.Low, 1) || r.Trials == 1 {
		return short(q.Median)
	}
	return q.InBrackets(short)
}

// short writes a number to at most three digits, or four near 1.
func short(v float64) string {
	if v > 0.99 && v < 1 {
		return fmt.Sprintf("%.4f", v)
	}
	return wording.Cell(v)
}

// medians says that the numbers of a table are medians, unless they are those of one trial.
func (r *Result) medians() string {
	if r.Trials == 1 {
		return ""
	}
	return ": medians"
}

// spread says which quantities a cell shows.
func (r *Result) spread() string {
	if r.Trials > 1 {
		return ": " + quantile.SpreadInBrackets(r.Trials)
	}
	return ""
}

// chosen heads the column of the rate and of what else was tuned.
func (r *Result) chosen() string {
	head := slices.DeleteFunc(r.tuned(), func(s string) bool { return s == symbols[TuneRate] })
	return strings.Join(append([]string{symbols[TuneRate]}, head...), ", ")
}

// symbols are the tuned parameters as the tables write them.
var symbols = map[string]string{TuneRate: "rate", TuneTau: "τ", TuneLambda: "Λ"}

// tuned returns the symbols of the parameters that were tuned.
func (r *Result) tuned() (all []string) {
	for _, p := range r.Tune {
		all = append(all, symbols[p])
	}
	return all
}

// tunes reports whether a parameter was tuned.
func (r *Result) tunes(parameter string) bool { return slices.Contains(r.Tune, parameter) }

// criterion names the criterion of the rates.
func (r *Result) criterion() string {
	if r.Criterion == ByAlignment {
		return "1 − mean |cos|"
	}
	return "subspace error"
}

// criteria names the criteria of the settings.
func (r *Result) criteria() string {
	var all []string
	if r.principal() {
		all = append(all, r.criterion())
	}
	for _, row := range r.Rows {
		if row.Network.FindsPrincipal() {
			continue
		}
		if name := "distance from the best " + words(ownCriterion(row.Network)); !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return wording.List(all, "or")
}
