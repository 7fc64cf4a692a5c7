package report_test

import (
	"math"
	"testing"

	"twophase/internal/measure/report"
)

func TestPanels(t *testing.T) {
	p := report.Panels{Title: "Pruning: a test", Marks: []int{50}, Panels: []report.Panel{
		{Title: "logarithmic, cut off", Log: true, Lowest: 1e-3, Curves: []report.Curve{
			{Name: "one", Steps: []int{0, 1, 10, 100, 1000}, Values: []float64{0, 1e-2, 1, 1e-6, 1e-2}},
			{Name: "two", Colour: 1, Steps: []int{1, 500}, Values: []float64{math.NaN(), 0.1}},
		}},
		{Title: "linear", Curves: []report.Curve{{Steps: []int{1, 1000}, Values: []float64{0, 1}}}},
		{Title: "nothing", Log: true},
	}}
	goldenPicture(t, "panels.svg", p)
}
