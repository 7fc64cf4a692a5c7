package report_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/measure/report"
	"twophase/internal/numerics/quantile"
)

// dots is a plot of a series of medians on a logarithmic axis.
func dots(medians ...float64) report.Dots {
	s := report.DotSeries{Name: "at the end"}
	d := report.Dots{Title: "two things", Note: "° a note"}
	for i, m := range medians {
		d.Rows = append(d.Rows, "row "+string(rune('a'+i)))
		s.Add(quantile.Quartiles{Low: m / 2, Median: m, High: m * 2})
	}
	d.Panels = []report.DotPanel{report.DotPanel{Label: "an error", Log: true, Series: []report.DotSeries{s}}.Fitted()}
	return d
}

func svg(t *testing.T, d report.Dots) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.WriteSVG(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The picture names all that it shows, is the same for the same values and another for
// others, and has a mark less where nothing is known.
func TestDots(t *testing.T) {
	one := svg(t, dots(0.1, 0.01))
	for _, text := range []string{"two things", "row a", "row b", "an error", "at the end", "° a note", "0.01"} {
		if !strings.Contains(one, text) {
			t.Errorf("the picture does not say %q", text)
		}
	}
	if one != svg(t, dots(0.1, 0.01)) {
		t.Error("the same plot gives another picture")
	}
	if one == svg(t, dots(0.1, 0.02)) {
		t.Error("another value gives the same picture")
	}
	without := svg(t, dots(0.1, math.NaN()))
	if a, b := strings.Count(one, "<path"), strings.Count(without, "<path"); b >= a {
		t.Errorf("%d paths with two marks, %d with one", a, b)
	}
	if lost := svg(t, dots(0.1, math.Inf(1))); strings.Contains(lost, "NaN") || strings.Contains(lost, "Inf") || lost == without {
		t.Error("an infinite value has no place")
	}
}

// An axis that is fitted holds all that is finite, and is never empty.
func TestFitted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOf(rapid.OneOf(rapid.Float64Range(0, 1e6), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1)}))).Draw(t, "values")
		p := report.DotPanel{Log: rapid.Bool().Draw(t, "log"), Series: []report.DotSeries{{}}}
		for _, v := range values {
			p.Series[0].Add(quantile.Quartiles{Low: v, Median: v, High: v})
		}
		p = p.Fitted()
		for _, v := range values {
			if v-v == 0 && (v > 0 || !p.Log) && (v < p.Low || v > p.High) {
				t.Fatalf("%v is outside of %v to %v", v, p.Low, p.High)
			}
		}
		if !(p.Low < p.High) || p.Log && !(p.Low > 0) {
			t.Fatalf("the axis goes from %v to %v", p.Low, p.High)
		}
	})
}

// Labels of an axis do not touch one another.
func TestLabelsApart(t *testing.T) {
	picture := svg(t, dots(100, 3000))
	for label, shown := range map[string]bool{"1000": true, "1e3": false, "1e+03": false} {
		if strings.Contains(picture, ">"+label+"<") != shown {
			t.Errorf("the label %s is shown: %v", label, !shown)
		}
	}
	many := dots(1.01, 9.9) // 1, 2, 5 and numbers between
	many.Panels = append(many.Panels, many.Panels[0], many.Panels[0])
	if n := strings.Count(svg(t, many), "<text"); n > 60 {
		t.Errorf("%d texts", n)
	}
}
