package report_test

import (
	"bytes"
	"flag"
	"math"
	"os"
	"path/filepath"
	"testing"

	"twophase/internal/report"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestTracesSVG(t *testing.T) {
	traces := report.Traces{
		Title: "ifPSP on the paper's small problem",
		Steps: []int{1, 10, 100, 1000, 10000},
		Feedforward: []report.Curve{
			{Colour: 0, Values: []float64{0.1, 0.3, 0.7, 0.9, 1}},
			{Colour: 1, Values: []float64{-0.1, -0.2, -0.4, -0.5, -0.5}},
		},
		Lateral:  []report.Curve{{Name: "0 ↔ 1", Values: []float64{0, 0.2, 0.3, 0.1, 0.01}}},
		Scale:    []report.Curve{{Name: "output 0", Values: []float64{1, 0.8, 0.9, 1, 1}}},
		Progress: []report.Curve{{Name: "E_Pro", Values: []float64{1, 0.5, 0.1, math.NaN(), 0.001}}},
	}
	golden(t, "traces.svg", traces)
	traces.Marks = []int{0, 100, 3000, 100000} // the first and the last are not in the picture
	golden(t, "marks.svg", traces)
}

// A circuit of one output has no lateral synapses, a run without a reference no
// error, and a fixed point no positive error.
func TestNothingToDraw(t *testing.T) {
	nan := math.NaN()
	golden(t, "empty.svg", report.Traces{
		Title:       "nothing to draw",
		Steps:       []int{1, 2},
		Feedforward: []report.Curve{{Values: []float64{0.5, 0.5}}},
		Scale:       []report.Curve{{Values: []float64{nan, math.Inf(1)}}},
		Progress:    []report.Curve{{Name: "E_Pro", Values: []float64{nan, nan}}, {Name: "‖M_o‖/‖M‖", Values: []float64{0, 0}}},
	})
}

// golden draws the traces twice and compares them with a file.
func golden(t *testing.T, name string, traces report.Traces) {
	t.Helper()
	var first, second bytes.Buffer
	for _, b := range []*bytes.Buffer{&first, &second} {
		if err := traces.WriteSVG(b); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the same traces are drawn differently")
	}
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, first.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), want) {
		t.Errorf("%s has changed: look at the new picture, and if it is right run this test with -update", path)
	}
}
