package twin

import (
	"strconv"

	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// trialsTable returns the measures of every trial at the last step.
func (c *Comparison) trialsTable() wording.Table {
	var rows []result.TrialRow
	for _, v := range c.twins.Variants {
		for trial, r := range v.Results {
			row := result.TrialRow{Of: v.Name, Trial: trial, Result: r}
			if d := v.Diverged[trial]; d != nil {
				row.Diverged = d.Step
			}
			rows = append(rows, row)
		}
	}
	return result.TrialTable("variant", rows)
}

// curveTable returns the courses of every trial that did not diverge.
func (c *Comparison) curveTable() wording.Table {
	t := wording.Table{Header: []string{"variant", "trial", "step"}}
	for _, q := range c.Courses {
		t.Header = append(t.Header, q.Name)
	}
	for v, trials := range c.along {
		for trial, a := range trials {
			if a == nil {
				continue
			}
			for _, step := range a[0].Steps {
				line := []string{c.Variants[v].Name, strconv.Itoa(trial), strconv.Itoa(step)}
				for _, course := range a {
					line = append(line, wording.Digits(float64(course.At(step)), -1))
				}
				t.Add(line...)
			}
		}
	}
	return t
}

// medianTable returns the trajectories: step, variant, quantity, median, q25, q75. A value that is
// not defined is empty, and a quantity that is defined nowhere has no rows.
func (c *Comparison) medianTable() wording.Table {
	t := wording.Table{Header: []string{"step", "variant", "quantity", "median", "q25", "q75"}}
	rows := c.trajectories()
	for _, m := range rows {
		for v, bands := range m.of {
			for q, band := range bands {
				if applies(rows, q) {
					t.Add(strconv.Itoa(m.step), c.Variants[v].Name, c.Courses[q].Name,
						wording.Digits(band.Median, -1), wording.Digits(band.Low, -1), wording.Digits(band.High, -1))
				}
			}
		}
	}
	return t
}
