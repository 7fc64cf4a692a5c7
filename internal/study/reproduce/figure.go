package reproduce

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"twophase/circuit/subspace"
	"twophase/internal/measure/report"
	"twophase/internal/numerics/quantile"
	"twophase/internal/study"
	"twophase/internal/text/wording"
)

// figure2 returns the section of the figure: E_Pro against t on the larger
// problem, online and offline.
func figure2(d repetitions, o Options) (study.Section, error) {
	s := study.Section{
		Name:  "figure2",
		Title: "Figure 2: error against time on the larger problem",
		Intro: fmt.Sprintf("E_Pro of N = 100 inputs and K = 10 outputs, online and offline: medians of %s, seed %d,\n"+
			"with bands between the quartiles, or crosses for the trials if they are fewer than %d. Marks: the paper's Tables I and II; an arrow: below 1e-18. Grey: what batch PCA of t samples is expected to reach.",
			trialsOf(o), o.Seed, quantile.FewestForQuartiles),
	}
	data := wording.Table{Header: []string{"study", "network", "N", "K", "t", "median", "q25", "q75"}}
	figure := report.Panels{Beside: true}
	for _, panel := range []struct {
		of                *repetition
		name, title, time string
		table             []printed
	}{
		{repetitionOf(d.online, "large"), "online", "Online, N = 100, K = 10", "stimuli t", tableI},
		{repetitionOf(d.offline, "large"), "offline", "Offline, mean-field flow, N = 100, K = 10", "iterations t", tableII},
	} {
		p := errorPanel(panel.of, panel.table)
		p.Title, p.X.Label, p.Note = panel.title, panel.time, "marks: the paper"
		figure.Panels = append(figure.Panels, p)
		problem := panel.of.problem
		for _, c := range p.Curves[:len(networks())] {
			for i, t := range c.Steps {
				data.Add(
					panel.name, c.Name, strconv.Itoa(problem.Inputs), strconv.Itoa(problem.Outputs), strconv.Itoa(t),
					digits(c.At[i].Median), digits(c.At[i].Low), digits(c.At[i].High),
				)
			}
		}
	}
	pictures, err := study.Pictures(s.Name, o.Layout.In(figure), "svg", "png")
	s.Files = append(pictures, study.File{Name: "figure2.csv", Content: data.CSV()})
	return s, err
}

// repetitionOf returns the study of a problem.
func repetitionOf(studies []*repetition, problem string) *repetition {
	return studies[slices.IndexFunc(studies, func(s *repetition) bool { return s.problem.Name == problem })]
}

// errorPanel returns the panel of a study: the curves, the entries of a table of the paper, and the
// floor where there are samples.
func errorPanel(s *repetition, table []printed) report.Panel {
	p := report.Panel{Y: "E_Pro", Log: true, Lowest: 1}
	for i, network := range networks() {
		c := report.Curve{Name: network.Name, Colour: i, Steps: s.steps}
		for _, t := range s.steps {
			q := quantile.QuartilesOf(s.errors(i, t))
			least, _ := q.Ends()
			c.At, p.Lowest = append(c.At, q), min(p.Lowest, least)
		}
		for _, row := range table {
			if i < len(row.errors) && row.problem == s.problem.Name && slices.Contains(s.tables, row.steps) {
				c.Marks = append(c.Marks, report.Mark{Step: row.steps, Error: row.errors[i]})
			}
		}
		p.Curves = append(p.Curves, c)
	}
	floor := report.Curve{Name: "batch PCA, expected", Steps: s.steps, Reference: true}
	if s.samples {
		for _, t := range s.steps {
			v := subspace.BatchFloor(s.problem.Spectrum, s.problem.Outputs, t)
			if p.Lowest = min(p.Lowest, v); v > 1 {
				v = math.NaN() // a larger floor has no meaning
			}
			floor.Values = append(floor.Values, v)
		}
		p.Curves = append(p.Curves, floor)
	}
	// A whole decade, not below the paper's tables.
	p.Lowest = max(star, math.Pow(10, math.Floor(math.Log10(p.Lowest))))
	return p
}
