package engine

import (
	"twophase/internal/measure"
	"twophase/internal/measure/report"
	"twophase/internal/run/monitor"
)

// picture returns the picture of a run: the traces of its first trial, with the progress of the run and the name of
// its lateral ratio.
func picture(t monitor.Traces, title, ratioName string, progress []measure.Point) report.Traces {
	failure, ratio := report.Curve{Name: "E_Pro", Colour: 0}, report.Curve{Name: ratioName, Colour: 1}
	for _, point := range progress {
		failure.Values = append(failure.Values, float64(point.Error))
		ratio.Values = append(ratio.Values, float64(point.LateralRatio))
	}
	return report.Traces{
		Title: title, Steps: t.Steps, Graph: t.Graph,
		Feedforward: drawn(t.Feedforward), Lateral: drawn(t.Lateral), Scale: drawn(t.Scale),
		Progress: []report.Curve{failure, ratio},
	}
}

// drawn returns curves as a picture has them.
func drawn(curves []monitor.Curve) (drawn []report.Curve) {
	for _, c := range curves {
		drawn = append(drawn, report.Curve{Name: c.Name, Colour: c.Colour, Values: c.Values})
	}
	return drawn
}
