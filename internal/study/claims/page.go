package main

import (
	"cmp"
	"fmt"
	"time"

	"twophase/internal/measure/report"
	"twophase/internal/numerics/quantile"
	"twophase/internal/study"
	"twophase/internal/text/wording"
)

// section is what was found of a claim, for people.
func (c *claim) section(all [][]found, took time.Duration) (study.Section, error) {
	t := wording.Table{Caption: "What was found", Header: []string{"condition", "measure", "median [95 %]", "floor", "expected", "in trials", "verdict"}}
	for _, some := range all {
		for _, f := range some {
			measured := fmt.Sprintf("%s [%s %s]", cell(f.median), cell(f.low), cell(f.high))
			if f.each != nil {
				measured += fmt.Sprintf(", of %s / %s", cell(f.each[0]), cell(f.each[1]))
			}
			t.Add(cmp.Or(f.when, "as claimed"), f.label(), measured,
				fmt.Sprintf("%s (%s)", cell(f.floor), f.floorOf), f.bound(), fmt.Sprintf("%d of %d", f.right, f.trials), string(f.verdict))
		}
	}
	pictures, err := study.Pictures("claims-"+c.name(), picture(all), "svg")
	return study.Section{
		Name: c.name(), Title: c.name(), Intro: fmt.Sprintf("Claim: %s Source: %s", c.text, c.source),
		Tables: []wording.Table{t}, Files: pictures,
		Notes: []string{fmt.Sprintf("Verdict: %s. It took %.0f s.", summed(all), took.Seconds())},
	}, err
}

// label says what is compared with the bound.
func (x expectation) label() string {
	name := x.of
	if x.over != "" {
		name += " / " + x.over
	}
	switch {
	case x.reaches != nil:
		return fmt.Sprintf("step of %s %s, %s", x.measure, wording.Format(*x.reaches), name)
	case x.at > 0:
		return fmt.Sprintf("%s at %d, %s", x.measure, x.at, name)
	}
	return fmt.Sprintf("%s, %s", x.measure, name)
}

// bound writes what is expected.
func (x expectation) bound() string {
	if x.below != nil {
		return "below " + wording.Format(*x.below)
	}
	return "above " + wording.Format(*x.above)
}

// cell writes a number of either sign.
func cell(v float64) string {
	if v < 0 {
		return "−" + wording.Cell(-v)
	}
	return wording.Cell(v)
}

// picture shows each expectation in a panel, under all conditions.
func picture(all [][]found) report.Dots {
	var d report.Dots
	for _, some := range all {
		d.Rows = append(d.Rows, cmp.Or(some[0].when, "as claimed"))
	}
	for i, x := range all[0] {
		panel := report.DotPanel{Label: x.label(), Log: true}
		measured, floor, bound := report.DotSeries{Name: "median"}, report.DotSeries{Name: "floor", Style: 1}, report.DotSeries{Name: x.bound(), Style: 2}
		for _, some := range all {
			f := some[i]
			limit := *cmp.Or(f.below, f.above)
			measured.Add(quantile.Quartiles{Low: f.low, Median: f.median, High: f.high})
			floor.Add(quantile.Quartiles{Low: f.floor, Median: f.floor, High: f.floor})
			bound.Add(quantile.Quartiles{Low: limit, Median: limit, High: limit})
			panel.Log = panel.Log && !(min(f.median, limit) <= 0 || f.floor <= 0)
		}
		panel.Series = []report.DotSeries{measured, floor, bound}
		d.Panels = append(d.Panels, panel.Fitted())
	}
	return d
}

// overview is a table of all claims.
func overview(sections []study.Section, verdicts []string) study.Section {
	t := wording.Table{Caption: "All claims", Header: []string{"claim", "verdict"}}
	for i, s := range sections {
		t.Add(fmt.Sprintf("[%s](#%s)", s.Title, s.Title), verdicts[i])
	}
	return study.Section{Tables: []wording.Table{t}}
}
