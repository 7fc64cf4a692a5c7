package report

import (
	"bytes"
	"math"
	"testing"

	"gonum.org/v1/plot"
	"pgregory.net/rapid"
)

// Whatever the range, an axis ends, reaches as far down as before, and begins with a label.
func TestAxesReachALabel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := plot.Axis{}
		if rapid.Bool().Draw(t, "logarithmic") {
			low := rapid.Float64Range(-300, 300).Draw(t, "low")
			a.Min, a.Max, a.Tick.Marker = math.Pow(10, low), math.Pow(10, rapid.Float64Range(low, 305).Draw(t, "high")), logTicks{}
		} else {
			a.Min, a.Tick.Marker = rapid.Float64().Draw(t, "low"), linearTicks{}
			a.Max = rapid.Float64Min(a.Min).Draw(t, "high")
		}
		low := a.Min
		reach(&a)
		if !(a.Min <= low+1e-8*max(math.Abs(low), a.Max-low)) {
			t.Fatalf("from %v to %v, the axis was to begin at %v", a.Min, a.Max, low)
		}
		_, logarithmic := a.Tick.Marker.(logTicks)
		if !logarithmic || a.Min == low {
			return
		}
		for _, tick := range a.Tick.Marker.Ticks(a.Min, a.Max) {
			if tick.Label != "" {
				if tick.Value > a.Min*(1+1e-6) {
					t.Fatalf("from %v to %v: the first label is at %v", a.Min, a.Max, tick.Value)
				}
				return
			}
		}
		t.Fatalf("from %v to %v: no label", a.Min, a.Max)
	})
}

// Curves of large numbers that are all the same can be drawn.
func TestLargeConstantsAreDrawn(t *testing.T) {
	for _, v := range []float64{1, 1e9, 1e16, -1e16, 1e300, 1e307} {
		traces := Panels{Title: "large", Panels: []Panel{{Curves: []Curve{{Name: "m", Values: []float64{v, v}, Steps: []int{1, 10}}}}}}
		var b bytes.Buffer
		if err := WriteSVG(&b, traces); err != nil {
			t.Errorf("%v: %v", v, err)
		}
	}
}
