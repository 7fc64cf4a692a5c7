package twin

import (
	"fmt"
	"math"

	"twophase/internal/report"
)

// Figure returns the trajectories of all variants as a picture: the error and the
// lateral ratio against the step, medians with quartiles, and measures that are followed if they
// are not negative.
func (c *Comparison) Figure() report.Errors {
	rows := c.trajectories()
	var figure report.Errors
	for q, quantity := range c.courses() {
		panel := report.ErrorPanel{
			Title:    fmt.Sprintf("%s%s", quantity.name, ifMany(c.Trials, ": median and quartiles")),
			Time:     "step t",
			Quantity: quantity.name,
			Lowest:   math.Inf(1),
		}
		negative := false
		for _, row := range rows {
			panel.Steps = append(panel.Steps, row.step)
		}
		for v, variant := range c.Variants {
			curve := report.ErrorCurve{Name: variant.Name}
			for _, row := range rows {
				b := row.of[v][q]
				curve.Median, curve.Low, curve.High = append(curve.Median, b.Median), append(curve.Low, b.Low), append(curve.High, b.High)
				if b.Low > 0 {
					panel.Lowest = min(panel.Lowest, b.Low)
				}
				negative = negative || b.Low < 0
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
