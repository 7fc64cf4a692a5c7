package engine

import (
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/measure"
	"twophase/internal/measure/report"
	"twophase/internal/run/monitor"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// Without a reference there is no error to draw, but the lateral ratio is.
func TestPictureWithoutReference(t *testing.T) {
	shown := picture(monitor.Traces{}, "", &result.Result{
		Curve:   []measure.Point{{Step: 1, Error: wording.NaN, Ratio: 0.5}},
		Pruning: result.Pruning{Projection: "L"},
	})
	if len(shown.Panels) != 1 || shown.Panels[0].Title != "Lateral ratio" || len(shown.Panels[0].Curves) != 1 {
		t.Fatalf("the panels are %v", shown.Panels)
	}
	if c := shown.Panels[0].Curves[0]; c.Values[0] != 0.5 || c.Name != "‖L‖/‖L with its diagonal‖" {
		t.Errorf("lateral ratio %v with the name %q", c.Values, c.Name)
	}
}

// A panel is called by its projection, or by what its projections have in common.
func TestPanelsHaveTheNamesOfTheirProjections(t *testing.T) {
	for network, want := range map[string][]string{
		"bio-cca":      {"Weights between populations", "Weights of M", "Scales of z"},
		"ifPSP":        {"Weights of feedforward", "Weights of lateral", "Scales of outputs"},
		"oja-subspace": {"Weights of feedforward", "Scales of outputs"},
	} {
		n, err := circuit.LookupNetwork(network)
		if err != nil {
			t.Fatal(err)
		}
		c, err := circuit.New(circuit.Spec{Network: n, Inputs: 6, Gains: n.DefaultGains(3), Rate: circuit.ConstantRate(0.01)})
		if err != nil {
			t.Fatal(err)
		}
		p := monitor.NewPreview(c)
		if err := c.Step([]float64{1, 2, 3, 4, 5, 6}); err != nil {
			t.Fatal(err)
		}
		p.Look(c)
		var svg strings.Builder
		if err := report.WriteSVG(&svg, picture(*p.Recorded(), network, new(result.Result))); err != nil {
			t.Fatal(err)
		}
		for _, title := range want {
			if !strings.Contains(svg.String(), title) {
				t.Errorf("%s: no panel %q", network, title)
			}
		}
		if n := strings.Count(svg.String(), "Weights "); n != len(want)-1 {
			t.Errorf("%s has %d panels of weights", network, n)
		}
	}
}
