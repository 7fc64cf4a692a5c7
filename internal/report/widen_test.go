package report

import (
	"bytes"
	"testing"
)

// Curves of large numbers that are all the same can be drawn.
func TestLargeConstantsAreDrawn(t *testing.T) {
	for _, v := range []float64{1, 1e9, 1e16, -1e16, 1e300, 1e307} {
		traces := Traces{Title: "large", Scale: []Curve{{Name: "m", Values: []float64{v, v}, Steps: []int{1, 10}}}}
		var b bytes.Buffer
		if err := WriteSVG(&b, traces); err != nil {
			t.Errorf("%v: %v", v, err)
		}
	}
}
