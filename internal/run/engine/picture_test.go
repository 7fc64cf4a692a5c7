package engine

import (
	"math"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/measure"
	"twophase/internal/measure/report"
	"twophase/internal/run/monitor"
	"twophase/internal/text/wording"
)

// Without a reference there is no error to draw, but the lateral ratio is.
func TestPictureWithoutReference(t *testing.T) {
	curve := []measure.Point{{Step: 1, Error: wording.NaN, LateralRatio: 0.5}}
	shown := picture(monitor.Traces{}, "", "its name", curve)
	curves := shown.Panels[3].Curves
	if e, ratio := curves[0].Values[0], curves[1].Values[0]; !math.IsNaN(e) || ratio != 0.5 || curves[1].Name != "its name" {
		t.Errorf("error %v, lateral ratio %v", e, ratio)
	}
}

// The panels of a circuit of its own populations are not called W and M.
func TestPanelsOfAGraphAreNotThoseOfThePaper(t *testing.T) {
	for network, want := range map[string]string{"bio-cca": "Weights between populations", "ifPSP": "Feedforward weights"} {
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
		if err := report.WriteSVG(&svg, picture(*p.Recorded(), network, "ratio", nil)); err != nil || !strings.Contains(svg.String(), want) {
			t.Errorf("%s: no panel %q: %v", network, want, err)
		}
	}
}
