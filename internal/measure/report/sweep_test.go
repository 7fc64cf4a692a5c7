package report

import (
	"bytes"
	"image/png"
	"math"
	"strings"
	"testing"

	"twophase/internal/numerics/quantile"
)

// TestSweepPictures draws lines and heatmaps, also of what has no values, diverged,
// or is one point: legible texts, and the same bytes every time.
func TestSweepPictures(t *testing.T) {
	nan := math.NaN()
	for _, test := range []struct {
		name    string
		picture Picture
		texts   []string
	}{
		{"line", line(Panel{Title: "a title", X: Axis{Label: "tau", Values: []float64{0.1, 1, 10}, Names: []string{"0.1", "1", "10"}, Log: true}, Y: "e_pro", Log: true},
			Curve{At: spreads([]float64{0.01, nan, 1}, []float64{0.005, nan, 0.5}, []float64{0.02, nan, 2}), From: []float64{0.008, nan, 0.6}, To: []float64{0.015, nan, 1.5}, Diverged: []float64{0, 1, 0.5}}), []string{"a title", "tau", "e_pro", "median", "quartiles", "95 % confidence", "all trials diverged", "some trials diverged"}},
		{"line of names", line(Panel{X: Axis{Label: "network", Names: []string{"PSP", "PSW"}}, Y: "m"},
			Curve{At: spreads([]float64{-1, 2}, []float64{-1, 2}, []float64{-1, 2}), From: []float64{-1, 2}, To: []float64{-1, 2}, Diverged: []float64{0, 0}}), []string{"PSP", "PSW"}},
		{"line of one", line(Panel{X: Axis{Label: "tau", Values: []float64{1}, Names: []string{"1"}, Log: true}, Y: "m"},
			Curve{At: spreads([]float64{0}, []float64{0}, []float64{0}), From: []float64{0}, To: []float64{0}, Diverged: []float64{0}}), []string{"tau"}},
		{"line of nothing", line(Panel{X: Axis{Label: "tau", Values: []float64{1, 2}, Names: []string{"1", "2"}}, Y: "m"},
			Curve{At: spreads([]float64{nan, nan}, []float64{nan, nan}, []float64{nan, nan}), From: []float64{nan, nan}, To: []float64{nan, nan}, Diverged: []float64{1, nan}}), []string{"all trials diverged"}},
		{"heatmap", Heatmap{Title: "a title", X: Axis{Label: "tau", Names: []string{"0.1", "1"}}, Y: Axis{Label: "rate", Names: []string{"3e-3", "0.5"}}, Measure: "e_pro", Log: true,
			Median: []float64{0.01, nan, 1, nan}, Diverged: []float64{0, 1, 0.5, nan}},
			[]string{"a title", "tau", "rate", "3e-3", "0.5", "e_pro", "all trials diverged", "some trials diverged", "no value"}},
		{"heatmap of one", Heatmap{X: Axis{Label: "tau", Names: []string{"x"}}, Y: Axis{Label: "rate", Names: []string{"y"}}, Measure: "m", Median: []float64{0}, Diverged: []float64{0}}, []string{"x", "y"}},
		{"heatmap of nothing", Heatmap{X: Axis{Label: "tau", Names: []string{"x"}}, Y: Axis{Label: "rate", Names: []string{"y"}}, Measure: "m", Median: []float64{nan}, Diverged: []float64{nan}}, []string{"no value"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var first, second, image bytes.Buffer
			for _, b := range []*bytes.Buffer{&first, &second} {
				if err := WriteSVG(b, test.picture); err != nil {
					t.Fatal(err)
				}
			}
			if first.String() != second.String() {
				t.Error("the same picture gives different bytes")
			}
			for _, text := range test.texts {
				if !strings.Contains(first.String(), ">"+text+"<") {
					t.Errorf("the picture lacks %q", text)
				}
			}
			if strings.Contains(first.String(), "NaN") || strings.Contains(first.String(), "Inf") {
				t.Error("something stands at a place that is not a number")
			}
			if err := WritePNG(&image, test.picture); err != nil {
				t.Fatal(err)
			}
			if _, err := png.Decode(&image); err != nil {
				t.Error(err)
			}
		})
	}
}

// The best cell is one in which no trial diverged, and has a frame and a key or neither.
func TestBestCell(t *testing.T) {
	few := Heatmap{Better: -1, Median: []float64{0.1, 0.2, 0.3}, Diverged: []float64{0.9, 0, 0}}
	if got := few.best(); got != 1 {
		t.Errorf("the best cell is %d", got)
	}
	many := Heatmap{X: Axis{Label: "x", Names: make([]string, markedCells+1)}, Y: Axis{Label: "y", Names: []string{"y"}}, Better: 1, Median: make([]float64, markedCells+1)}
	var b bytes.Buffer
	if err := WriteSVG(&b, many); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "best") {
		t.Error("a best cell without a frame has a key")
	}
}

// spreads returns quartiles of many values at some places.
func spreads(median, low, high []float64) (all []quantile.Quartiles) {
	for i := range median {
		all = append(all, quantile.Quartiles{Low: low[i], Median: median[i], High: high[i]})
	}
	return all
}

// line returns a picture of one curve with all that it can have.
func line(p Panel, c Curve) Panels {
	c.Name = "median"
	p.Curves = []Curve{c}
	return Panels{Panels: []Panel{p}}
}
