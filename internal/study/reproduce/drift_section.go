package reproduce

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"twophase/internal/measure/report"
	"twophase/internal/numerics/quantile"
	"twophase/internal/text/phrase"
)

// lagsShown are those of the table, in steps.
var lagsShown = []int{10_000, 100_000, 500_000}

// drift returns the section of what noisy synapses do. Unless a number of trials was asked for, it
// is short.
func drift(ctx context.Context, _ studies, o Options) (Section, error) {
	length := driftLong
	if !o.Asked || o.MaxSteps != 0 {
		length = driftQuick
	}
	if !o.Asked {
		o.Trials = min(o.Trials, driftTrials)
	}
	all, err := runDrift(ctx, length, o)
	if err != nil {
		return Section{}, err
	}
	return driftSection(all, o)
}

func driftSection(all []drifted, o Options) (Section, error) {
	s := Section{
		Name:  "drift",
		Title: "Drift: what noisy synapses do",
		Intro: fmt.Sprintf("The small problem, α = %v. Each circuit starts at its fixed point with M_o = 0, or is learnt: from random weights, with α = %v in the first %d steps. With each stimulus every feedforward weight and every pair "+
			"of lateral weights takes a step N(0, σ²), M_ij and M_ji the same one; a cascade has half as many lateral weights, and the scales have no noise. "+
			"%s of %d steps, seed %d: medians, quartiles in brackets. The values after the bar are predictions of linear theory.",
			driftRate, learntRate, learntSteps, phrase.Count(o.Trials, "trial"), all[0].length.steps(), o.Seed),
		Notes: []string{
			"The cosine is signed. Random directions have a cosine of 0 and, for three outputs, a |cos| of 0.5. A random walk differs from trial to trial. The prediction holds for the " +
				"mean over trials, to first order in the noise. It neglects that the noise of M rotates outputs a little less after they have rotated.",
			"docs/drift.md explains why distinct gains or an order of firing prevent drift, and why two phases with Λ = I at first leave the fixed point from which they start. " +
				"All rows are those of `twophase reproduce drift --trials 10`.",
		},
	}
	cosines := Grid{Caption: "Cosine of a row of the filter with itself at a later step: measured | predicted", Header: []string{"σ", "network"}}
	var shown []int
	for _, lag := range lagsShown {
		if slices.Contains(all[0].lags(), lag) {
			shown = append(shown, lag)
			cosines.Header = append(cosines.Header, fmt.Sprintf("%.0e steps later", float64(lag)))
		}
	}
	rest := Grid{Caption: "The same runs: |cos| at the longest lag, |cos| of rows and their components at the end, and the part of a row within the subspace",
		Header: []string{"σ", "network", "|cos|", "alignment", "within"}}
	rates := Grid{Caption: fmt.Sprintf("Decay of the rows' autocorrelation within the subspace, per step, between lags of %.0e and %.0e: measured | predicted", float64(decayFrom), float64(decayTo)),
		Header: []string{"σ", "network", "rate", "in the end"}}
	rows := [][]string{{"network", "equal_gains", "learnt", "sigma", "lag", "cosine", "q25", "q75", "mean", "predicted", "absolute", "within", "within_predicted", "without"}}
	diffusion := [][]string{{"network", "equal_gains", "learnt", "sigma", "rate", "q25", "q75", "predicted", "in_the_end", "alignment", "subspace"}}
	for _, d := range sorted(all) {
		last := len(d.trials[0].cosine) - 1
		row := []string{sizeOf(d.sigma), d.name()}
		for _, lag := range shown {
			i := d.at(lag)
			whole, _ := d.theory.Autocorrelation(float64(lag))
			row = append(row, fmt.Sprintf("%s | %.3f", quartilesText(d.over(func(w wander) float64 { return w.cosine[i] }), "%.3f"), whole))
		}
		alignment, subspace := d.over(func(w wander) float64 { return w.alignment }), d.over(func(w wander) float64 { return w.subspace })
		decay := quantile.QuartilesOf(d.decayed)
		if slices.Contains(driftNoises, d.sigma) {
			cosines.Rows = append(cosines.Rows, row)
			rest.Rows = append(rest.Rows, []string{sizeOf(d.sigma), d.name(),
				quartilesText(d.over(func(w wander) float64 { return w.absolute[last] }), "%.3f"), quartilesText(alignment, "%.3f"), fmt.Sprintf("%.3f", subspace.Median)})
		}
		if d.sigma > 0 {
			rates.Rows = append(rates.Rows, []string{sizeOf(d.sigma), d.name(), fmt.Sprintf("%s | %.2e", quartilesText(decay, "%.1e"), d.decays()), fmt.Sprintf("%.2e", d.theory.Diffusion())})
		}
		id := []string{d.network.Name, strconv.FormatBool(d.equal()), strconv.FormatBool(d.learnt), number(d.sigma)}
		diffusion = append(diffusion, append(slices.Clone(id), digits(decay.Median), digits(decay.Low), digits(decay.High),
			digits(d.decays()), digits(d.theory.Diffusion()), digits(alignment.Median), digits(subspace.Median)))
		for i, lag := range d.lags() {
			cosine := d.over(func(w wander) float64 { return w.cosine[i] })
			whole, within := d.theory.Autocorrelation(float64(lag))
			of := func(lagged func(wander) []float64) string {
				return digits(d.over(func(w wander) float64 { return lagged(w)[i] }).Median)
			}
			rows = append(rows, append(slices.Clone(id), strconv.Itoa(lag), digits(cosine.Median), digits(cosine.Low), digits(cosine.High), digits(d.mean(i)), digits(whole),
				of(func(w wander) []float64 { return w.absolute }), of(func(w wander) []float64 { return w.within }), digits(within),
				of(func(w wander) []float64 { return w.without })))
		}
	}
	s.Grids = []Grid{cosines, rest, rates}
	err := s.addPicture(o.Layout.In(driftFigure(all, o.Trials)), "svg", "png")
	s.Files = append(s.Files, File{Name: "drift.csv", Content: csvOf(rows)}, File{Name: "drift-diffusion.csv", Content: csvOf(diffusion)})
	return s, err
}

// sorted returns the cases by their noise.
func sorted(all []drifted) []drifted {
	return slices.SortedStableFunc(slices.Values(all), func(a, b drifted) int {
		switch {
		case a.sigma < b.sigma:
			return -1
		case a.sigma > b.sigma:
			return 1
		}
		return 0
	})
}

// mean returns the mean cosine over the trials at a lag.
func (d drifted) mean(lag int) (mean float64) {
	for _, w := range d.trials {
		mean += w.cosine[lag] / float64(len(d.trials))
	}
	return mean
}

// driftFigure draws what all trials measured that started at the fixed point, beside the theory.
func driftFigure(all []drifted, trials int) report.Fits {
	all = slices.DeleteFunc(slices.Clone(all), func(d drifted) bool { return d.learnt })
	largest := driftNoises[len(driftNoises)-1]
	lags := all[0].lags()
	turned := report.FitPanel{
		Title: fmt.Sprintf("Rows' autocorrelation, σ = %v", largest), X: "lag (steps)", Y: "cosine with itself", LogX: true, Low: -0.1, High: 1.05,
	}
	rates := report.FitPanel{Title: "Random walk: rate of decay", X: "synaptic noise σ", Y: "decay of the autocorrelation (per step)", LogX: true, LogY: true, AtTop: true}
	wobbles := report.FitPanel{Title: fmt.Sprintf("Wobble: what is lost after %.0e steps", float64(lags[len(lags)-1])), X: "synaptic noise σ", Y: "1 − cosine", LogX: true, LogY: true, AtTop: true}
	var names []string
	for _, d := range all {
		if !slices.Contains(names, d.name()) {
			names = append(names, d.name())
		}
	}
	for style, name := range names {
		rate, wobble := report.FitSeries{Name: name, Style: style}, report.FitSeries{Name: name, Style: style}
		var fine *drifted
		for _, d := range sorted(all) {
			if d.name() != name {
				continue
			}
			if d.sigma == largest {
				series := report.FitSeries{Name: name, Style: style}
				for i, lag := range lags {
					series.X = append(series.X, float64(lag))
					series.Measured = append(series.Measured, d.over(func(w wander) float64 { return w.cosine[i] }))
				}
				for lag := float64(lags[0]); lag <= float64(lags[len(lags)-1]); lag *= 1.1 {
					whole, _ := d.theory.Autocorrelation(lag)
					series.At, series.Line = append(series.At, lag), append(series.Line, whole)
				}
				turned.Series = append(turned.Series, series)
			}
			if d.sigma == 0 {
				continue
			}
			fine = &d
			i := len(lags) - 1
			rate.X, rate.Measured = append(rate.X, d.sigma), append(rate.Measured, quantile.QuartilesOf(d.decayed))
			wobble.X, wobble.Measured = append(wobble.X, d.sigma), append(wobble.Measured, d.over(func(w wander) float64 { return 1 - w.cosine[i] }))
			whole, _ := d.theory.Autocorrelation(float64(lags[i]))
			rate.At, rate.Line = append(rate.At, d.sigma), append(rate.Line, d.decays())
			wobble.At, wobble.Line = append(wobble.At, d.sigma), append(wobble.Line, 1-whole)
		}
		if fine.drifts() {
			rates.Series = append(rates.Series, rate)
		} else {
			wobbles.Series = append(wobbles.Series, wobble)
		}
	}
	turned.Series = append(turned.Series, report.FitSeries{Name: "chance", Faint: true, At: []float64{float64(lags[0]), float64(lags[len(lags)-1])}, Line: []float64{0, 0}})
	spread := "quartiles"
	if trials < quantile.FewestForQuartiles {
		spread = "each trial"
	}
	return report.Fits{Title: "Drift under synaptic noise: measured (marks, " + spread + ") and predicted (lines)", Panels: []report.FitPanel{turned, rates, wobbles}}
}

// quartilesText returns a median with its quartiles.
func quartilesText(q quantile.Quartiles, format string) string {
	return fmt.Sprintf(format+" ["+format+" "+format+"]", q.Median, q.Low, q.High)
}

// sizeOf returns a noise for people.
func sizeOf(sigma float64) string {
	if sigma == 0 {
		return "0"
	}
	return fmt.Sprintf("%.0e", sigma)
}
