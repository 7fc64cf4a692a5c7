package twin

import (
	"fmt"
	"math"
	"slices"

	"twophase/internal/measure/report"
	"twophase/internal/numerics/quantile"
	"twophase/internal/text/wording"
)

// Figure returns the trajectories of all variants as a picture: what Comparison.courses
// returns against the step, medians with quartiles or with all trials, and measures that are followed if they
// are not negative.
func (c *Comparison) Figure() report.Panels {
	rows := c.trajectories()
	figure := report.Panels{Title: c.caption(), Marks: c.marks(), Beside: true}
	for q, quantity := range c.courses() {
		panel := report.Panel{
			Title: fmt.Sprintf("%s%s", quantity.name, ifMany(c.Trials, ": "+quantile.SpreadName(c.Trials))),
			Y:     quantity.name, Log: true, Lowest: math.Inf(1),
		}
		negative := false
		for v, variant := range c.Variants {
			curve := report.Curve{Name: variant.Name, Colour: v}
			for _, row := range rows {
				b := row.of[v][q]
				curve.Steps, curve.At = append(curve.Steps, row.step), append(curve.At, b)
				least, _ := b.Ends()
				if least > 0 {
					panel.Lowest = min(panel.Lowest, least)
				}
				negative = negative || least < 0
			}
			panel.Curves = append(panel.Curves, curve)
		}
		if negative || math.IsInf(panel.Lowest, 1) {
			continue // not for a logarithmic axis
		}
		panel.Lowest /= 1.5
		figure.Panels = append(figure.Panels, panel)
	}
	return figure
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
	if c.twins.Inputs > 0 {
		size += fmt.Sprintf("N = %d, ", c.twins.Inputs)
	}
	if c.twins.Outputs > 0 {
		size += fmt.Sprintf("K = %d, ", c.twins.Outputs)
	}
	return fmt.Sprintf("%s: %s%s, seed %d", title, size, wording.Count(c.Trials, "trial"), c.Seed)
}

// mostMarks is the largest number of interventions that are drawn: more would hide the curves.
const mostMarks = 12

// marks returns the steps at which interventions took place in the first trial of any variant.
func (c *Comparison) marks() (steps []int) {
	for _, v := range c.twins.Variants {
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
