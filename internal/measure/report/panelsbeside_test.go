package report_test

import (
	"bytes"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"twophase/internal/measure/report"
	"twophase/internal/numerics/quantile"
)

// spreads returns quartiles of many values at some places.
func spreads(median, low, high []float64) (all []quantile.Quartiles) {
	for i := range median {
		all = append(all, quantile.Quartiles{Low: low[i], Median: median[i], High: high[i]})
	}
	return all
}

// errors is a figure with everything that one can have: bands, marks, a mark
// below what is shown, a floor that is shown from where it says something.
func errors() report.Panels {
	steps := []int{1, 10, 100, 1000}
	return report.Panels{Beside: true, Panels: []report.Panel{
		{
			Title: "Online", X: report.Axis{Label: "stimuli t"}, Y: "E_Pro", Log: true, Lowest: 1e-3, Note: "marks: the paper",
			Curves: []report.Curve{
				{Name: "ifPSP", Steps: steps, At: spreads([]float64{1, 0.8, 0.2, 0.01}, []float64{0.9, 0.7, 0.1, 0.005}, []float64{1.1, 0.9, 0.3, 0.02}), Marks: []report.Mark{{Step: 1000, Error: 0.012}}},
				{Name: "PSP", Colour: 1, Steps: steps, At: spreads([]float64{1, 0.6, 0.1, 0.004}, []float64{0.9, 0.5, 0.08, 0.003}, []float64{1.2, 0.7, 0.2, 0.006})},
				{Name: "batch PCA, expected", Steps: steps, Reference: true, Values: []float64{math.NaN(), 0.2, 0.02, 0.002}},
			},
		},
		{
			Title: "Offline", X: report.Axis{Label: "iterations t"}, Y: "E_Pro", Log: true, Lowest: 1e-12,
			Curves: []report.Curve{
				{Name: "ifPSP", Steps: steps, At: spreads([]float64{1, 1e-2, 1e-9, 1e-16}, []float64{0.9, 1e-3, 1e-10, 0}, []float64{1.1, 1e-1, 1e-8, 1e-11}), Marks: []report.Mark{{Step: 1000}}},
			},
		},
	}}
}

// The same figure gives the same bytes, those of the golden file.
func TestErrorsSVG(t *testing.T) {
	drawn := sameSVG(t, "errors.svg", errors())
	for _, label := range []string{"ifPSP", "batch PCA", "marks: the paper", "1e-12", "iterations t"} {
		if !strings.Contains(drawn, label) {
			t.Errorf("%q is not in the picture", label)
		}
	}
}

// A PNG of the same figure is as wide as print needs, and in colour.
// Steps at which a curve has no value leave no trace, and neither does a curve that
// has none at all.
func TestErrorsWithGaps(t *testing.T) {
	nan := math.NaN()
	figure := func(steps []int, gaps ...float64) []byte {
		var curves []report.Curve
		values := func(v ...float64) []float64 { return append(v, gaps...) }
		curves = append(curves, report.Curve{Name: "a", Steps: steps, At: spreads(values(1, 0.1), values(0.9, 0.05), values(1.1, 0.2))})
		if gaps != nil {
			never := []float64{nan, nan, math.Inf(1)}
			curves = append(curves, report.Curve{Name: "b", Colour: 1, Steps: steps, At: spreads(never, never, never)})
		}
		var b bytes.Buffer
		if err := report.WriteSVG(&b, report.Panels{Beside: true, Panels: []report.Panel{{Log: true, Lowest: 0.01, Curves: curves}}}); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	if !bytes.Equal(figure([]int{1, 5}), figure([]int{1, 5, 7}, nan)) {
		t.Error("what has no value is seen")
	}
}

func TestErrorsPNG(t *testing.T) {
	var b bytes.Buffer
	if err := report.WritePNG(&b, errors()); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	colours := map[[3]uint32]int{}
	bounds := picture.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			r, g, b, _ := picture.At(x, y).RGBA()
			colours[[3]uint32{r >> 8, g >> 8, b >> 8}]++
		}
	}
	if bounds.Dx() < 1800 || colours[[3]uint32{0, 0x72, 0xb2}] == 0 || colours[[3]uint32{0xd5, 0x5e, 0}] == 0 {
		t.Errorf("%d pixels wide, %d of them blue and %d vermilion", bounds.Dx(),
			colours[[3]uint32{0, 0x72, 0xb2}], colours[[3]uint32{0xd5, 0x5e, 0}])
	}
}

// Values of any size have a place on a logarithmic axis.
func TestSmallestValuesAreDrawn(t *testing.T) {
	for _, values := range [][]float64{{1, 8.6e-313}, {5e-324, 5e-324}} {
		p := report.Panels{Title: "small", Panels: []report.Panel{{Title: "error", Log: true, Curves: []report.Curve{{Steps: []int{1, 10}, Values: values}}}}}
		if err := report.WriteSVG(io.Discard, p); err != nil {
			t.Errorf("%v: %v", values, err)
		}
	}
}
