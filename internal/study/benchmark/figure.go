package benchmark

import (
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/internal/measure/report"
	"twophase/internal/numerics/quantile"
	"twophase/internal/text/wording"
)

// Figure returns the benchmark as a picture: the subspace error at some steps, the alignment of the
// components, and the costs of a stimulus.
func (r *Result) Figure() report.Dots {
	trials := "1 trial"
	if r.Trials > 1 {
		trials = wording.Count(r.Trials, "trial") + ": " + quantile.SpreadName(r.Trials)
	}
	d := report.Dots{
		Title: fmt.Sprintf("%s (%d → %d), %s", r.Stimuli, r.Inputs, r.Outputs, trials),
		Note:  "° not local",
	}
	for _, row := range r.Rows {
		name := r.name(row)
		switch {
		case row.Algorithm != nil:
			name += " (" + notACircuit + ")"
		case row.Network.Local() == circuit.No:
			name += " °"
		case row.Network.Local() == circuit.NotKnown:
			name += " (locality not known)"
		}
		d.Rows = append(d.Rows, name)
	}
	errors := report.DotPanel{Label: "subspace error", Log: true}
	looks := decades(r.Steps)
	looks = looks[max(0, len(looks)-3):]
	for i, at := range looks {
		s := report.DotSeries{Name: fmt.Sprintf("t = %d", at), Style: len(looks) - 1 - i}
		for _, row := range r.Rows {
			q := undefined
			if at == r.Steps {
				q = row.Subspace
			} else if m, found := row.at(at); found {
				q = m.Subspace
			}
			s.Add(q)
		}
		errors.Series = append(errors.Series, s)
	}
	mean, worst := report.DotSeries{Name: "mean", Style: 0}, report.DotSeries{Name: "worst", Style: 1}
	signals := report.DotSeries{Name: "for a stimulus", Style: 0}
	for _, row := range r.Rows {
		mean.Add(complement(row.MeanAlignment))
		worst.Add(complement(row.WorstAlignment))
		if row.Algorithm != nil || row.Network.SolvesExactly() {
			signals.Add(undefined)
		} else {
			signals.Add(row.Operations)
		}
	}
	if r.principal() {
		d.Panels = append(d.Panels, errors.Fitted(),
			report.DotPanel{Label: "1 − |cos|, output and component", Log: true, Series: []report.DotSeries{mean, worst}}.Fitted())
	}
	for _, m := range r.declared() {
		s := report.DotSeries{Name: "at the end", Style: 0}
		for _, row := range r.Rows {
			s.Add(row.found(m.Name))
		}
		d.Panels = append(d.Panels, report.DotPanel{Label: words(m.Name), Series: []report.DotSeries{s}}.Fitted())
	}
	d.Panels = append(d.Panels, report.DotPanel{Label: "signals of synapses", Log: true, Series: []report.DotSeries{signals}}.Fitted())
	return d
}

// complement returns the quartiles of 1 − v.
func complement(q quantile.Quartiles) quantile.Quartiles {
	of := quantile.Quartiles{Low: 1 - q.High, Median: 1 - q.Median, High: 1 - q.Low}
	for _, v := range slices.Backward(q.Few) {
		of.Few = append(of.Few, 1-v)
	}
	return of
}
