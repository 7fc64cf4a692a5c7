package engine

import (
	"twophase/internal/measure"
	"twophase/internal/measure/report"
	"twophase/internal/run/monitor"
)

// picture returns the picture of a run: the traces of its first trial, with the progress of the run and the name of
// its lateral ratio.
func picture(t monitor.Traces, title, ratioName string, progress []measure.Point) report.Panels {
	between, within, scales := "Feedforward weights W_ij", "Lateral weights M_ij, i ≠ j", "Scales m_ii"
	if t.Graph { // the circuit has populations or projections of its own
		between, within, scales = "Weights between populations", "Weights within populations", "Scales of the outputs"
	}
	failure, ratio := report.Curve{Name: "E_Pro", Steps: t.Steps}, report.Curve{Name: ratioName, Colour: 1, Steps: t.Steps}
	for _, point := range progress {
		failure.Values = append(failure.Values, float64(point.Error))
		ratio.Values = append(ratio.Values, float64(point.LateralRatio))
	}
	return report.Panels{Title: title, Panels: []report.Panel{
		{Title: between, Curves: drawn(t.Steps, t.Feedforward)},
		{Title: within, Curves: drawn(t.Steps, t.Lateral)},
		{Title: scales, Curves: drawn(t.Steps, t.Scale)},
		{Title: "Error and lateral ratio", Log: true, Curves: []report.Curve{failure, ratio}},
	}}
}

// drawn returns curves as a picture has them.
func drawn(steps []int, curves []monitor.Curve) (drawn []report.Curve) {
	for _, c := range curves {
		drawn = append(drawn, report.Curve{Name: c.Name, Colour: c.Colour, Values: c.Values, Steps: steps})
	}
	return drawn
}
