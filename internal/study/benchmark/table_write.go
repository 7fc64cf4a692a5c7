package benchmark

import (
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/internal/study"
	"twophase/internal/text/wording"
)

// tables returns all tables.
func (r *Result) tables(clock bool) []wording.Table {
	var all []wording.Table
	if r.principal() {
		all = append(all, r.learnt(), r.onTheWay())
	}
	if r.declared() != nil {
		all = append(all, r.foundElse())
	}
	all = append(all, r.costs(clock))
	if r.TuningTrials > 0 {
		all = append(all, r.tuning())
	}
	return all
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
		note := fmt.Sprintf("%s: %s of the grid with the smallest median %s in the tuning trials, in brackets in the last table.", wording.Capital(wording.List(r.tuned(), "and")), which, r.criteria())
		if r.Widened {
			note += " The grid begins with a few values and grows beside the best one until none beside that is better."
		}
		if slices.ContainsFunc(r.Rows, func(row Row) bool { return row.Edge }) {
			note += " *: at the edge of the grid, so that one beyond it might do better."
		}
		notes = append(notes, note)
	}
	if slices.ContainsFunc(r.Rows, Row.setsOwnRate) {
		notes = append(notes, "1/Ŷ: the neurons set their rate by themselves, and α stays at 1. The tuning changes the start Ŷ_0 (initial_m): × 2 is half the default Ŷ_0, so that they start at twice the rate 1/Ŷ_0.")
	}
	if slices.ContainsFunc(r.Rows, func(row Row) bool { return row.Network.SolvesExactly() }) {
		notes = append(notes, "Solved: the outputs are computed exactly, not by signals of synapses, so this counts no signals.")
	}
	for _, row := range r.Rows {
		if row.Settles() && slices.ContainsFunc(row.Network.Schedule, unlearns) {
			notes = append(notes, fmt.Sprintf("%s: the sweeps are those of learning. Sweeps of unlearning are not counted, and its signals are estimated for as many sweeps.", row.Network.Name))
		}
		if row.Outputs < r.Outputs {
			notes = append(notes, fmt.Sprintf("%s has %s, and is measured against as many components.", row.Network.Name, wording.Count(row.Outputs, "output")))
		}
	}
	return notes
}

func unlearns(p circuit.Phase) bool {
	_, is := p.(circuit.Unlearn)
	return is
}

// Text returns the benchmark for a terminal, with the times on the clock.
func (r *Result) Text() string {
	s := study.Section{Tables: r.tables(true), Notes: append(r.notes(), clockNote)}
	return fmt.Sprintf("%s on the same stimuli\n%s\n%s", r.compared(), r.title(), s.Text())
}

const clockNote = "ns: the median time of a step, with plasticity. The networks take turns in one run, on the first stimuli of a trial. Algorithms that are not circuits follow one by one; the time of their estimate, which is not made at each step, does not count."

// Markdown returns the benchmark as a section of a page, without the times, so that the same
// options give the same bytes. It links to the picture.
func (r *Result) Markdown(picture string) string {
	s := study.Section{Tables: r.tables(false), Notes: r.notes()}
	return fmt.Sprintf("## %s\n\n![%s on the same stimuli](%s)\n%s", wording.Capital(r.title()), r.compared(), picture, s.Markdown())
}
