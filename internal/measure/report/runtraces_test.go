package report_test

import (
	"bytes"
	"math"
	"path/filepath"
	"testing"

	"twophase/internal/measure/report"
	"twophase/internal/testkit/testfiles"
)

func TestTracesSVG(t *testing.T) {
	steps := []int{1, 10, 100, 1000, 10000}
	traces := report.Panels{Title: "ifPSP on the paper's small problem", Panels: []report.Panel{
		{Title: "Feedforward weights W_ij", Curves: []report.Curve{
			{Colour: 0, Steps: steps, Values: []float64{0.1, 0.3, 0.7, 0.9, 1}},
			{Colour: 1, Steps: steps, Values: []float64{-0.1, -0.2, -0.4, -0.5, -0.5}},
		}},
		{Title: "Lateral weights M_ij, i ≠ j", Curves: []report.Curve{{Name: "0 ↔ 1", Steps: steps, Values: []float64{0, 0.2, 0.3, 0.1, 0.01}}}},
		{Title: "Scales m_ii", Curves: []report.Curve{{Name: "output 0", Steps: steps, Values: []float64{1, 0.8, 0.9, 1, 1}}}},
		{Title: "Error and lateral ratio", Log: true, Curves: []report.Curve{{Name: "E_Pro", Steps: steps, Values: []float64{1, 0.5, 0.1, math.NaN(), 0.001}}}},
	}}
	sameSVG(t, "traces.svg", traces)
	traces.Marks = []int{0, 100, 3000, 100000} // the first and the last are not in the picture
	sameSVG(t, "marks.svg", traces)
}

// A circuit of one output has no lateral synapses, a run without a reference no
// error, and a fixed point no positive error.
func TestNothingToDraw(t *testing.T) {
	nan := math.NaN()
	steps := []int{1, 2}
	sameSVG(t, "empty.svg", report.Panels{Title: "nothing to draw", Panels: []report.Panel{
		{Title: "Feedforward weights W_ij", Curves: []report.Curve{{Steps: steps, Values: []float64{0.5, 0.5}}}},
		{Title: "Lateral weights M_ij, i ≠ j"},
		{Title: "Scales m_ii", Curves: []report.Curve{{Steps: steps, Values: []float64{nan, math.Inf(1)}}}},
		{Title: "Error and lateral ratio", Log: true, Curves: []report.Curve{
			{Name: "E_Pro", Steps: steps, Values: []float64{nan, nan}}, {Name: "‖M_o‖/‖M‖", Steps: steps, Values: []float64{0, 0}},
		}},
	}})
}

// sameSVG draws a picture twice, compares it with a golden file, and returns it.
func sameSVG(t *testing.T, name string, p report.Picture) string {
	t.Helper()
	var first, second bytes.Buffer
	for _, b := range []*bytes.Buffer{&first, &second} {
		if err := report.WriteSVG(b, p); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the same picture is drawn differently")
	}
	testfiles.Same(t, filepath.Join("testdata", name), first.Bytes())
	return first.String()
}
