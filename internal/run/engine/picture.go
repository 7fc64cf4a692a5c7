package engine

import (
	"twophase/internal/measure"
	"twophase/internal/measure/report"
	"twophase/internal/run/monitor"
)

// picture returns the picture of a run: the traces of its first trial, with the progress of the run and the name of
// its lateral ratio.
func picture(t monitor.Traces, title, ratioName string, progress []measure.Point) report.Panels {
	drawn := report.Panels{Title: title}
	for _, p := range t.Panels {
		panel := report.Panel{Title: p.Title}
		for _, c := range p.Curves {
			panel.Curves = append(panel.Curves, report.Curve{Name: c.Name, Colour: c.Colour, Values: c.Values, Steps: t.Steps})
		}
		drawn.Add(panel)
	}
	failure, ratio := report.Curve{Name: "E_Pro", Steps: t.Steps}, report.Curve{Name: ratioName, Colour: 1, Steps: t.Steps}
	for _, point := range progress {
		failure.Values = append(failure.Values, float64(point.Error))
		ratio.Values = append(ratio.Values, float64(point.LateralRatio))
	}
	drawn.Add(report.ErrorPanel(failure, ratio))
	return drawn
}
