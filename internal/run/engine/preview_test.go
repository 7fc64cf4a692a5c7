package engine

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"twophase/internal/experiment"
	"twophase/internal/measure/report"
	"twophase/internal/run/planning"
)

// last returns the last value of each curve. It fails the test if a curve does
// not have one for each step.
func last(t *testing.T, steps []int, curves []report.Curve) (values []float64) {
	t.Helper()
	for _, c := range curves {
		if len(c.Values) != len(steps) {
			t.Fatalf("curve %q has %d values for %d steps", c.Name, len(c.Values), len(steps))
		}
		values = append(values, c.Values[len(steps)-1])
	}
	return values
}

// The picture ends with the final weights: every curve is at the place and has
// the name of its synapse. A projection of many synapses is thinned evenly.
func TestPictureShowsTheRun(t *testing.T) {
	for _, test := range []struct {
		problem string
		every   int // one feedforward synapse in this many is drawn
	}{{"small", 1}, {"large", 9}} {
		r := findIn(t, experiment.Experiment{Network: "PSW", Stimulus: experiment.Stimulus{Problem: test.problem}, Steps: 30}, planning.RunOptions{})[0]
		picture := picture(*r.Preview, "the title", r.Result)
		var feedforward, lateral, scales []float64
		for i := 0; i < len(r.Weights.W); i += test.every {
			feedforward = append(feedforward, r.Weights.W[i])
		}
		k := r.Weights.Outputs
		for i := range k {
			for j := range k {
				if i == j {
					scales = append(scales, r.Weights.M[i*k+j])
				} else {
					lateral = append(lateral, r.Weights.M[i*k+j])
				}
			}
		}
		for _, panel := range []struct {
			name   string
			curves []report.Curve
			want   []float64
		}{
			{"feedforward", picture.Panels[0].Curves, feedforward},
			{"lateral", picture.Panels[1].Curves, lateral},
			{"scales", picture.Panels[2].Curves, scales},
			{"progress", picture.Panels[3].Curves, []float64{float64(r.Measures.Error), float64(r.Measures.Ratio)}},
		} {
			if diff := cmp.Diff(panel.want, last(t, r.Preview.Steps, panel.curves)); diff != "" {
				t.Errorf("%s: the %s curves end elsewhere than the run:\n%s", test.problem, panel.name, diff)
			}
		}
		if picture.Title != "the title" || picture.Panels[3].Curves[0].Name != "E_Pro" || picture.Panels[3].Curves[1].Name != "‖M_o‖/‖M‖" {
			t.Errorf("%s: title %q, progress %q and %q", test.problem, picture.Title, picture.Panels[3].Curves[0].Name, picture.Panels[3].Curves[1].Name)
		}
		for i, point := range r.Curve {
			if r.Preview.Steps[i] != point.Step {
				t.Errorf("%s: moment %d is at step %d, its error at step %d", test.problem, i, r.Preview.Steps[i], point.Step)
			}
			if got := picture.Panels[3].Curves[0].Values[i]; got != float64(point.Error) {
				t.Errorf("%s: the error at step %d is drawn as %v, but is %v", test.problem, point.Step, got, point.Error)
			}
		}
		if first, end := r.Preview.Steps[0], r.Preview.Steps[len(r.Preview.Steps)-1]; first != 1 || end != 30 {
			t.Errorf("%s: the picture goes from step %d to %d", test.problem, first, end)
		}
	}
}

// The feedforward curves have the colour of their output. The two synapses
// between a pair of outputs share one colour and one entry in the legend.
func TestPictureColours(t *testing.T) {
	r := findIn(t, experiment.Experiment{Steps: 5}, planning.RunOptions{})[0]
	picture := picture(*r.Preview, "", r.Result)
	for i, c := range picture.Panels[0].Curves {
		if c.Colour != i/r.Weights.Inputs || c.Name != "" {
			t.Errorf("synapse %d of %d inputs: colour %d, name %q", i, r.Weights.Inputs, c.Colour, c.Name)
		}
	}
	var names []string
	for _, c := range append(picture.Panels[1].Curves, picture.Panels[2].Curves...) {
		names = append(names, fmt.Sprintf("%d %s", c.Colour, c.Name))
	}
	want := []string{"0 0 ↔ 1", "1 0 ↔ 2", "0 ", "2 1 ↔ 2", "1 ", "2 ", "0 output 0", "1 output 1", "2 output 2"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
}
