package reproduce

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"twophase/circuit/subspace"
	"twophase/internal/measure/report"
	"twophase/internal/numerics/quantile"
)

// figure2 returns the section of the figure: E_Pro against t on the larger
// problem, online and offline.
func figure2(_ context.Context, d studies, o Options) (Section, error) {
	s := Section{
		Name:  "figure2",
		Title: "Figure 2: error against time on the larger problem",
		Intro: fmt.Sprintf("E_Pro of N = 100 inputs and K = 10 outputs, online and offline: medians of %s, seed %d,\n"+
			"with bands between the quartiles, or crosses for the trials if they are fewer than %d. Marks: the paper's Tables I and II; an arrow: below 1e-18. Grey: what batch PCA of t samples is expected to reach.",
			trialsOf(o), o.Seed, quantile.FewestForQuartiles),
	}
	rows := [][]string{{"study", "network", "N", "K", "t", "median", "q25", "q75"}}
	var figure report.Errors
	for _, panel := range []struct {
		study             *study
		name, title, time string
		table             []printed
	}{
		{studyOf(d.online, "large"), "online", "Online, N = 100, K = 10", "stimuli t", tableI},
		{studyOf(d.offline, "large"), "offline", "Offline, mean-field flow, N = 100, K = 10", "iterations t", tableII},
	} {
		p := errorPanel(panel.study, panel.table)
		p.Title, p.Time, p.Note = panel.title, panel.time, "marks: the paper"
		figure.Panels = append(figure.Panels, p)
		problem := panel.study.problem
		for _, c := range p.Curves {
			for i, t := range p.Steps {
				rows = append(rows, []string{
					panel.name, c.Name, strconv.Itoa(problem.Inputs), strconv.Itoa(problem.Outputs), strconv.Itoa(t),
					digits(c.At[i].Median), digits(c.At[i].Low), digits(c.At[i].High),
				})
			}
		}
	}
	err := s.addPicture(o.Layout.In(figure), "svg", "png")
	s.Files = append(s.Files, File{Name: "figure2.csv", Content: csvOf(rows)})
	return s, err
}

// studyOf returns the study of a problem.
func studyOf(studies []*study, problem string) *study {
	return studies[slices.IndexFunc(studies, func(s *study) bool { return s.problem.Name == problem })]
}

// errorPanel returns the panel of a study: the curves, the entries of a table of the paper, and the
// floor where there are samples.
func errorPanel(s *study, table []printed) report.ErrorPanel {
	p := report.ErrorPanel{Steps: s.steps, Lowest: 1}
	for i, network := range networks() {
		c := report.ErrorCurve{Name: network.Name}
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
	if s.samples {
		for _, t := range s.steps {
			p.Floor = append(p.Floor, subspace.BatchFloor(s.problem.Spectrum, s.problem.Outputs, t))
		}
		p.Lowest = min(p.Lowest, slices.Min(p.Floor))
	}
	// A whole decade, not below the paper's tables.
	p.Lowest = max(star, math.Pow(10, math.Floor(math.Log10(p.Lowest))))
	return p
}
