package benchmark

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/internal/engine"
	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/phrase"
	"twophase/internal/quantile"
	"twophase/internal/report"
)

// This file holds what is measured of networks that find something else than principal
// components: the declared measures that matter for them.

// Found is the quartiles of a declared measure of a network, over the trials that did not
// diverge.
type Found struct {
	Name  string
	Value quantile.Quartiles
}

// found returns the declared measures of a network that could be taken, and the reasons why
// others could not.
func found(n circuit.Network, ended []engine.Outcome) (all []Found, absent []string) {
	for _, name := range measure.DeclaredFor(n) {
		var values []float64
		for _, t := range ended {
			if v, ok := t.Declared.Value(name); ok {
				values = append(values, float64(v.Value))
			}
		}
		if len(values) > 0 {
			all = append(all, Found{name, quantile.QuartilesOf(values)})
		}
	}
	for _, t := range ended {
		if t.Declared == nil {
			continue
		}
		for _, a := range t.Declared.Absent {
			if why := fmt.Sprintf("no %s: %s", words(a.Name), a.Why); !slices.Contains(absent, why) {
				absent = append(absent, why)
			}
		}
	}
	return all, absent
}

// words writes the name of a declared measure.
func words(name string) string { return strings.ReplaceAll(name, "_", " ") }

// found returns a declared measure of a row, undefined if it was not taken.
func (r Row) found(name string) quantile.Quartiles {
	if i := slices.IndexFunc(r.Found, func(f Found) bool { return f.Name == name }); i >= 0 {
		return r.Found[i].Value
	}
	return undefined
}

// declared returns the declared measures that a row has, in the order of their declarations.
func (r *Result) declared() (all []measure.Declaration) {
	for _, d := range measure.Declarations() {
		if slices.ContainsFunc(r.Rows, func(row Row) bool {
			return slices.ContainsFunc(row.Found, func(f Found) bool { return f.Name == d.Name })
		}) {
			all = append(all, d)
		}
	}
	return all
}

// principal reports whether a network of the comparison finds principal components, so that the
// subspace error and the alignment apply.
func (r *Result) principal() bool {
	return slices.ContainsFunc(r.Rows, func(row Row) bool { return row.Network.FindsPrincipal() })
}

// foundElse is the table of the declared measures at the end.
func (r *Result) foundElse() report.Grid {
	g := report.Grid{Caption: "What they found" + r.spread(), Header: []string{"network", "local", "finds"}}
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
		notes = append(notes, capital(strings.Join(sentences, "; "))+". On held-out stimuli, from which nothing is learned.")
	}
	for _, row := range r.Rows {
		if len(row.Absent) > 0 {
			notes = append(notes, fmt.Sprintf("%s: %s.", row.Network.Name, strings.Join(row.Absent, "; ")))
		}
	}
	return notes
}

// ownCriterion returns the measure by which a network is tuned that does not find principal
// components: the first that matters for it.
func ownCriterion(n circuit.Network) string { return measure.DeclaredFor(n)[0] }

// ownError returns the error of a trial by that measure, its distance from the best value:
// infinite if the trial diverged or the measure is absent.
func ownError(n circuit.Network, t engine.Outcome) float64 {
	v, ok := t.Declared.Value(ownCriterion(n))
	if t.Diverged != nil || !ok || math.IsNaN(float64(v.Best)) {
		return math.Inf(1)
	}
	return math.Abs(float64(v.Value - v.Best))
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
	return phrase.List(all, "or")
}

// sharedStimuli gives networks that have stimuli of their own by default the same ones, if none
// are given. It returns an error if those of two networks differ.
func (o *Options) sharedStimuli() error {
	given := o.Experiment.Stimulus
	if len(given.Given()) > 0 {
		return nil
	}
	first := ""
	var shared experiment.Stimulus
	for _, name := range o.Networks {
		n, _, err := lookup(name)
		if err != nil {
			return err
		}
		own := experiment.DefaultStimulus(n, given)
		switch {
		case first == "":
			first, shared = name, own
		case fmt.Sprint(own) != fmt.Sprint(shared):
			return fmt.Errorf("%s and %s look for different things, and have other stimuli by default: say which stimuli all of them see, such as --clusters 3 --inputs 10", first, name)
		}
	}
	if n, _, err := lookup(first); err == nil && n.Graph != nil {
		o.Experiment.Stimulus = shared
	}
	return nil
}
