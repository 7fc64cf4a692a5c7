package report_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"twophase/internal/measure/report"
)

// The axis is linear where a mark lies after the first tenth of the steps, unless it is asked for another one.
func TestLinearTime(t *testing.T) {
	for _, c := range []struct {
		time  string
		marks []int
		want  bool
	}{
		{report.AutoTime, nil, false}, {report.AutoTime, []int{100}, false}, {report.AutoTime, []int{1, 101}, true}, {report.AutoTime, []int{1000}, false},
		{"log", []int{500}, false}, {"linear", nil, true},
	} {
		if got := report.LinearTime(c.time, c.marks, 1000); got != c.want {
			t.Errorf("%s with marks %v: linear %v", c.time, c.marks, got)
		}
	}
}

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

// A fraction that is 0 throughout has no numbers below 0 at its axis.
func TestAxisOfZerosBeginsAtZero(t *testing.T) {
	var svg bytes.Buffer
	curve := report.Curve{Steps: []int{1, 10, 100}, Values: []float64{0, 0, 0}}
	if err := report.WriteSVG(&svg, report.Panels{Panels: []report.Panel{{Title: "Fraction", Curves: []report.Curve{curve}}}}); err != nil {
		t.Fatal(err)
	}
	if text := svg.String(); strings.Contains(text, ">−0.") || strings.Contains(text, ">-0.") || strings.Contains(text, ">−1") || strings.Contains(text, ">-1") || !strings.Contains(text, ">1.0<") {
		t.Errorf("the axis of zeros has other numbers than 0 to 1: %s", text)
	}
}

// A panel of an error and a lateral ratio has the title of those that are known.
func TestErrorPanelNamesWhatIsKnown(t *testing.T) {
	known, none := report.Curve{Values: []float64{0.5}}, report.Curve{Values: []float64{math.NaN(), 0}}
	for title, p := range map[string]report.Panel{
		"Error and lateral ratio": report.ErrorPanel(known, known), "Error": report.ErrorPanel(known, none), "Lateral ratio": report.ErrorPanel(none, known),
	} {
		if p.Title != title {
			t.Errorf("the title is %q, want %q", p.Title, title)
		}
	}
	var all report.Panels
	if all.Add(report.ErrorPanel(none, none)); len(all.Panels) > 0 {
		t.Error("there is a panel where nothing is known")
	}
}
