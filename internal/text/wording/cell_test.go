package wording

import (
	"math"
	"testing"
)

// A cell holds three digits at the most, and says what is no number.
func TestCell(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 1: "1", 0.01: "0.01", 0.009994: "1.0e-02", 12345.6: "1.23e+04", 123456: "1.2e+05",
		math.Inf(1): "∞",
	} {
		if got := Cell(v); got != want {
			t.Errorf("%v is %q in a cell, want %q", v, got, want)
		}
	}
	if Cell(math.NaN()) != "–" || WholeCell(math.NaN()) != "–" || WholeCell(12345.6) != "12346" {
		t.Errorf("%q %q %q", Cell(math.NaN()), WholeCell(math.NaN()), WholeCell(12345.6))
	}
}
