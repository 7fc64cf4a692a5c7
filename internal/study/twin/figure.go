package twin

import (
	"fmt"
	"math"
	"slices"

	"twophase/internal/measure"
	"twophase/internal/measure/report"
	"twophase/internal/numerics/quantile"
	"twophase/internal/run/engine"
	"twophase/internal/text/wording"
)

// Figure returns the trajectories of all variants as a picture: medians with quartiles or with all trials, over an axis
// of the steps that is log, linear or report.AutoTime.
func (c *Comparison) Figure(time string) report.Panels {
	rows := c.trajectories()
	figure := report.Panels{Title: c.caption(), Marks: c.Marks, Linear: report.LinearTime(time, c.Marks, c.Steps), Beside: true}
	for q, quantity := range c.Courses {
		if applies(rows, q) {
			figure.Panels = append(figure.Panels, c.panel(rows, q, quantity.Title))
		}
	}
	return figure
}

// panel returns the panel of a quantity, with a logarithmic axis where that suits it, and else with 0.
func (c *Comparison) panel(rows []moment, q int, title string) report.Panel {
	panel := report.Panel{Title: title + ifMany(c.Trials, ": "+quantile.SpreadName(c.Trials)), Lowest: math.Inf(1)}
	var shown []float64
	for v, variant := range c.Variants {
		curve := report.Curve{Name: variant.Name, Colour: v}
		for _, row := range rows {
			b := row.of[v][q]
			curve.Steps, curve.At = append(curve.Steps, row.step), append(curve.At, b)
			curve.Trials = append(curve.Trials, measure.ValuesAt(ofCourse(c.along[v], q), row.step))
			shown = append(shown, b.Shown()...)
			if least := b.Shown()[0]; least > 0 {
				panel.Lowest = min(panel.Lowest, least)
			}
		}
		panel.Curves = append(panel.Curves, curve)
	}
	if panel.Log = report.Wide(shown); panel.Log {
		panel.Lowest /= 1.5
	} else {
		panel.Lowest, panel.Zero = 0, true
	}
	return panel
}

// caption says what the picture is of. It leaves out a number of neurons in which variants differ.
func (c *Comparison) caption() string {
	title := c.Variants[0].Title
	for _, v := range c.Variants {
		if v.Title != title {
			title = wording.Count(len(c.Variants), "variant")
		}
	}
	size := ""
	if c.Inputs > 0 {
		size += fmt.Sprintf("N = %d, ", c.Inputs)
	}
	if c.Outputs > 0 {
		size += fmt.Sprintf("K = %d, ", c.Outputs)
	}
	return fmt.Sprintf("%s: %s%s, seed %d", title, size, wording.Count(c.Trials, "trial"), c.Seed)
}

// mostMarks is the largest number of interventions that are drawn: more would hide the curves.
const mostMarks = 12

// marksOf returns the steps at which interventions took place in the first trial of any variant.
func marksOf(t *engine.Twins) (steps []int) {
	for _, v := range t.Variants {
		if len(v.Results) == 0 || v.Results[0] == nil {
			continue
		}
		for _, e := range v.Results[0].Events {
			if !slices.Contains(steps, e.Step) {
				steps = append(steps, e.Step)
			}
		}
	}
	if len(steps) > mostMarks {
		return nil
	}
	slices.Sort(steps)
	return steps
}
