package report_test

import (
	"bytes"
	"testing"

	"twophase/internal/measure/report"
	"twophase/internal/numerics/quantile"
)

// Of few trials every picture with a spread shows the trials, and not quartiles: it changes with
// each of their values, and not with the numbers between them. Of many it shows the quartiles.
func TestFewTrialsAreShownOneByOne(t *testing.T) {
	x := []float64{1, 10}
	for name, picture := range map[string]func([]quantile.Quartiles) report.Picture{
		"errors": func(at []quantile.Quartiles) report.Picture {
			return report.Panels{Beside: true, Panels: []report.Panel{{Log: true, Lowest: 0.01, Curves: []report.Curve{{Name: "a", At: at, Steps: []int{1, 10}}}}}}
		},
		"line": func(at []quantile.Quartiles) report.Picture {
			return report.Panels{Panels: []report.Panel{{X: report.Axis{Label: "x", Values: x, Names: []string{"1", "10"}}, Curves: []report.Curve{{At: at, From: []float64{1, 1}, To: []float64{2, 2}, Diverged: []float64{0, 0}}}}}}
		},
		"dots": func(at []quantile.Quartiles) report.Picture {
			return report.Dots{Rows: []string{"one", "two"}, Panels: []report.DotPanel{{Label: "x", Low: 0.1, High: 5, Series: []report.DotSeries{{Name: "a", Values: at}}}}}
		},
	} {
		drawn := func(q quantile.Quartiles) string {
			var b bytes.Buffer
			if err := report.WriteSVG(&b, picture([]quantile.Quartiles{q, q})); err != nil {
				t.Fatal(err)
			}
			return b.String()
		}
		few := drawn(quantile.QuartilesOf([]float64{1, 2}))
		if few != drawn(quantile.Quartiles{Low: 1.4, Median: 1.5, High: 1.6, Few: []float64{1, 2}}) {
			t.Errorf("%s: the quartiles of two trials are seen", name)
		}
		if few == drawn(quantile.Quartiles{Low: 1.25, Median: 1.5, High: 1.75, Few: []float64{1.1, 1.9}}) {
			t.Errorf("%s: two trials are not seen", name)
		}
		many := []float64{1, 1, 1.5, 2, 2}
		if drawn(quantile.QuartilesOf(many)) == drawn(quantile.Quartiles{Low: 1.4, Median: 1.5, High: 1.6}) {
			t.Errorf("%s: the quartiles of five trials are not seen", name)
		}
	}
}
