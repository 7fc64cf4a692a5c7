package view

import (
	"math"
	"testing"
)

func TestRoundedKeepsSevenDigits(t *testing.T) {
	got := Vector{math.Pi * 1e-9, -12345678.9, 0, math.NaN(), math.Inf(1)}.rounded()
	if got[0] != 3.141593e-9 || got[1] != -12345680 || got[2] != 0 || !math.IsNaN(got[3]) || !math.IsInf(got[4], 1) {
		t.Errorf("got %v", got)
	}
}
