package benchmark

import (
	"fmt"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/internal/text/wording"
)

// title describes the stimuli and the size of the benchmark.
func (r *Result) title() string {
	return fmt.Sprintf("%s: N = %d, K = %d, T = %d, %s, seed %d", r.Stimuli, r.Inputs, r.Outputs, r.Steps, wording.Count(r.Trials, "trial"), r.Seed)
}

// learnt is the table of the measures at the end.
func (r *Result) learnt() wording.Table {
	g := wording.Table{
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

// foundElse is the table of the declared measures at the end.
func (r *Result) foundElse() wording.Table {
	g := wording.Table{Caption: "What they found" + r.spread(), Header: []string{"network", "local", "finds"}}
	if r.principal() {
		g.Caption = "What networks with other aims found" + r.spread()
	}
	declared := r.declared()
	for _, d := range declared {
		g.Header = append(g.Header, strings.TrimSpace(words(d.Name)+" "+bracketed(d.Unit)))
	}
	g.Header = append(g.Header, "diverged", r.chosen())
	for _, row := range r.Rows {
		if row.Network.FindsPrincipal() {
			continue
		}
		line := []string{r.name(row), row.Network.Local().String(), row.Network.Finds.String()}
		for _, d := range declared {
			line = append(line, r.cell(row.found(d.Name)))
		}
		g.Rows = append(g.Rows, append(line, fmt.Sprintf("%d/%d", row.Diverged, r.Trials), r.rate(row)))
	}
	return g
}

func bracketed(unit string) string {
	if unit == "" || unit == "outputs" {
		return ""
	}
	return "(" + unit + ")"
}

// foundNotes explains the declared measures, and why some are absent.
func (r *Result) foundNotes() (notes []string) {
	var sentences []string
	for _, d := range r.declared() {
		sentences = append(sentences, words(d.Name)+": "+d.Sentence)
	}
	if sentences != nil {
		notes = append(notes, wording.Capital(strings.Join(sentences, "; "))+"."+r.shown())
	}
	for _, row := range r.Rows {
		if len(row.Absent) > 0 {
			notes = append(notes, fmt.Sprintf("%s: %s.", row.Network.Name, strings.Join(row.Absent, "; ")))
		}
	}
	return notes
}

// shown says on which stimuli the declared measures of activity were taken.
func (r *Result) shown() (text string) {
	var all []string
	for _, row := range r.Rows {
		if row.On != "" && !slices.Contains(all, row.On) {
			all = append(all, row.On)
		}
	}
	if len(all) > 0 {
		text = " Activity: on " + wording.List(all, "or") + ", from which nothing is learned meanwhile."
	}
	return text
}

// compared counts the networks, and the algorithms that are none.
func (r *Result) compared() string {
	algorithms := 0
	for _, row := range r.Rows {
		if row.Algorithm != nil {
			algorithms++
		}
	}
	var counts []string
	if networks := len(r.Rows) - algorithms; networks > 0 {
		counts = append(counts, wording.Count(networks, "network"))
	}
	if algorithms > 0 {
		counts = append(counts, wording.Count(algorithms, "algorithm"))
	}
	return wording.List(counts, "and")
}

// onTheWay is the table of the errors at some steps.
func (r *Result) onTheWay() wording.Table {
	g := wording.Table{Caption: "Subspace error, and mean |cos|, during the run" + r.medians(), Header: []string{"network"}}
	looks := decades(r.Steps)
	for _, at := range looks {
		g.Header = append(g.Header, fmt.Sprintf("t ≤ %d", at))
	}
	for _, row := range r.Rows {
		if !row.Network.FindsPrincipal() {
			continue
		}
		line := []string{r.name(row)}
		for _, at := range looks {
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
func (r *Result) costs(clock bool) wording.Table {
	g := wording.Table{Caption: "What a stimulus costs" + r.medians(), Header: []string{"network", "recurrent", "sweeps", "unsettled", "signals", "signals of synapses"}}
	if clock {
		g.Header = append(g.Header, "ns", "÷ "+r.Rows[0].Network.Name)
	}
	for _, row := range r.Rows {
		n := row.Network
		recurrent, cost := "no", n.Cost().String()
		switch {
		case row.Algorithm != nil:
			recurrent, cost = notACircuit, "keeps "+row.Algorithm.Keeps
		case row.Settles():
			recurrent = "settles"
		case n.SolvesExactly():
			recurrent = "solved"
		case !n.Cost().Known:
			recurrent = circuit.NotKnown.String()
		}
		line := []string{r.name(row), recurrent, short(row.Sweeps.Median), short(row.Unsettled), cost, wording.WholeCell(row.Operations.Median)}
		if clock {
			line = append(line, wording.WholeCell(row.Nanoseconds), short(row.Nanoseconds/r.Rows[0].Nanoseconds))
		}
		g.Rows = append(g.Rows, line)
	}
	return g
}
