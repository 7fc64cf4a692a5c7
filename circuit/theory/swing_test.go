package theory_test

import (
	"testing"

	"twophase/circuit"
	"twophase/circuit/theory"
)

// A pair that swings without end grows in every step of a constant α, so that no α
// keeps it bounded.
func TestNoRateBoundsWhatSwings(t *testing.T) {
	point := theory.FixedPoint{Network: circuit.CascadePSW, Spectrum: []float64{1, 0.75, 0.5, 0.2}, Gains: []float64{1, 0.85, 0.7}}
	l, err := point.Linearise(2)
	if err != nil {
		t.Fatal(err)
	}
	if l.Stability() != theory.Marginal {
		t.Fatalf("at τ = 2 the cascade is %v; expected marginal", l.Stability())
	}
	if stable, bounded := l.LargestStableRate(), l.LargestBoundedRate(); stable != 0 || bounded != 0 {
		t.Errorf("largest stable and bounded α are %v and %v; expected 0 and 0", stable, bounded)
	}
}
