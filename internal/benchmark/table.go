package benchmark

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

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
	g := report.Grid{Caption: "Subspace error, and mean |cos|, on the way" + r.medians(), Header: []string{"network"}}
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

// tuning is the table of what tuning tried.
func (r *Result) tuning() report.Grid {
	caption := fmt.Sprintf("Tuning: median %s of %s of another seed", r.criteria(), phrase.Count(r.TuningTrials, "trial"))
	if r.tunes(TuneTau) || r.tunes(TuneLambda) {
		return r.bestByGains(caption)
	}
	g := report.Grid{Caption: caption + ", by rate", Header: []string{"network"}}
	for _, f := range r.Factors {
		g.Header = append(g.Header, fmt.Sprintf("default × %g", f))
	}
	for _, row := range r.Rows {
		if row.Tuning == nil {
			continue
		}
		line := []string{r.name(row)}
		for _, f := range r.Factors {
			i := slices.IndexFunc(row.Tuning, func(t Tried) bool { return t.Rate == f })
			switch {
			case i < 0:
				line = append(line, "")
			case f == row.Setting.Rate:
				line = append(line, "["+short(row.Tuning[i].Error)+"]")
			default:
				line = append(line, short(row.Tuning[i].Error))
			}
		}
		g.Rows = append(g.Rows, line)
	}
	return g
}

// bestByGains is the table of the best setting of each family of gains that was tried.
func (r *Result) bestByGains(caption string) report.Grid {
	g := report.Grid{Caption: caption + ", at the best rate and τ of each Λ", Header: []string{"network", "settings", "Λ", "τ", "rate", "error"}}
	for _, row := range r.Rows {
		best := map[Gains]Tried{}
		var families []Gains // in the order in which they were tried
		for _, t := range row.Tuning {
			b, known := best[t.Gains]
			if !known {
				families = append(families, t.Gains)
			}
			if !known || t.Error < b.Error {
				best[t.Gains] = t
			}
		}
		for i, f := range families {
			t, name, count := best[f], "", ""
			if i == 0 {
				name, count = r.name(row), fmt.Sprint(len(row.Tuning))
			}
			cell := short(t.Error)
			if t.Setting == row.Setting {
				cell = "[" + cell + "]"
			}
			g.Rows = append(g.Rows, []string{name, count, f.String(), fmt.Sprintf("default × %g", t.Tau), fmt.Sprintf("default × %g", t.Rate), cell})
		}
	}
	return g
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

// grids returns all tables.
func (r *Result) grids(clock bool) []report.Grid {
	var grids []report.Grid
	if r.principal() {
		grids = append(grids, r.learnt(), r.onTheWay())
	}
	if r.declared() != nil {
		grids = append(grids, r.foundElse())
	}
	grids = append(grids, r.costs(clock))
	if r.TuningTrials > 0 {
		grids = append(grids, r.tuning())
	}
	return grids
}

// notes explains the tables.
func (r *Result) notes() []string {
	var notes []string
	if r.principal() {
		notes = append(notes, "Subspace error: the mean of sin²θ over the K principal angles, the same whatever the scale and the rotation of the outputs. "+
			"|cos|: between the filter of output i and component i; it says little of a network that finds a subspace or components in any order. "+
			"E_Pro and the error of the outputs' covariance are left out (–) where they have no meaning, ∞ where a trial diverged.")
	}
	notes = append(notes, r.foundNotes()...)
	if slices.ContainsFunc(r.Rows, func(row Row) bool { return row.Algorithm != nil }) {
		notes = append(notes, "Not a circuit: an algorithm without neurons, synapses or phases, which sees whole vectors and matrices. It is measured by the same measures, and its rate is the number of its equation. Keeps: the numbers that it stores.")
	}
	if r.TuningTrials > 0 {
		which := "the one"
		if len(r.Tune) > 1 {
			which = "those"
		}
		note := fmt.Sprintf("%s: %s of the grid with the smallest median %s in the tuning trials, in brackets in the last table.", capital(phrase.List(r.tuned(), "and")), which, r.criteria())
		if r.Widened {
			note += " The grid begins with a few values and grows beside the best one until none beside that is better."
		}
		for _, row := range r.Rows {
			if row.Edge {
				note += " *: at the edge of the grid, so that one beyond it might do better."
				break
			}
		}
		notes = append(notes, note)
	}
	for _, row := range r.Rows {
		if row.setsOwnRate() {
			notes = append(notes, "1/Ŷ: the neurons set their rate by themselves, and α stays at 1. The tuning changes the start Ŷ_0 (initial_m): × 2 is half the default Ŷ_0, so that they start at twice the rate 1/Ŷ_0.")
			break
		}
	}
	for _, row := range r.Rows {
		if row.Network.SolvesExactly() {
			notes = append(notes, "Solved: the outputs are computed exactly, not by signals of synapses, so this counts no signals.")
			break
		}
	}
	for _, row := range r.Rows {
		if row.Settles() && slices.ContainsFunc(row.Network.Schedule, unlearns) {
			notes = append(notes, fmt.Sprintf("%s: the sweeps are those of learning. Sweeps of unlearning are not counted, and its signals are estimated for as many sweeps.", row.Network.Name))
		}
		if row.Outputs < r.Outputs {
			notes = append(notes, fmt.Sprintf("%s has %s, and is measured against as many components.", row.Network.Name, phrase.Count(row.Outputs, "output")))
		}
	}
	return notes
}

func unlearns(p circuit.Phase) bool {
	_, is := p.(circuit.Unlearn)
	return is
}

// WriteText writes the benchmark for a terminal, with the times on the clock.
func (r *Result) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s on the same stimuli\n%s\n", r.contenders(), r.title())
	for _, g := range r.grids(true) {
		fmt.Fprintf(&b, "\n%s", g.Text())
	}
	for _, note := range append(r.notes(), clockNote) {
		fmt.Fprintf(&b, "\n%s\n", report.Wrapped(note))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

const clockNote = "ns: the median time of a step, with plasticity. The networks take turns in one run, on the first stimuli of a trial. Algorithms that are no circuits follow one by one; that of their estimate, which is not made at each step, does not count."

// WriteMarkdown writes the benchmark as a section of a page, without the times, so that the same
// options write the same bytes. It links to the picture.
func (r *Result) WriteMarkdown(w io.Writer, picture string) error {
	var b strings.Builder
	title := r.title()
	fmt.Fprintf(&b, "## %s\n\n![%s on the same stimuli](%s)\n", capital(title), r.contenders(), picture)
	for _, g := range r.grids(false) {
		fmt.Fprintf(&b, "\n%s", g.Markdown())
	}
	for _, note := range r.notes() {
		fmt.Fprintf(&b, "\n%s\n", report.Wrapped(note))
	}
	_, err := io.WriteString(w, b.String())
	return err
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

// capital writes the first letter of a sentence as a capital, and leaves a Greek symbol as it is.
func capital(text string) string {
	if text[0] >= utf8.RuneSelf {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
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

// chosen heads the column of the rate and of what else was tuned.
func (r *Result) chosen() string {
	head := slices.DeleteFunc(r.tuned(), func(s string) bool { return s == symbols[TuneRate] })
	return strings.Join(append([]string{symbols[TuneRate]}, head...), ", ")
}

// spread says which quantities a cell shows.
func (r *Result) spread() string {
	if r.Trials > 1 {
		return ": median [quartiles]"
	}
	return ""
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
