package theory_test

import (
	"math"
	"testing"

	"twophase/circuit"
	"twophase/circuit/theory"
)

// At τ = λ_i²/(2 m_i) a neuron's own block of PSW has a double eigenvalue. The
// noise there is that of its neighbours.
func TestNoiseAtADoubleEigenvalue(t *testing.T) {
	noise := func(tau float64) float64 {
		l := linearise(t, point(circuit.PSW, small()), tau)
		n := theory.NewNoise(l)
		for range 1000 {
			n.Advance(0.01, 0.0001)
		}
		return n.Error()
	}
	at, before, after := noise(0.5), noise(0.5-1e-4), noise(0.5+1e-4)
	if !(math.Abs(at/before-1) < 1e-3 && math.Abs(at/after-1) < 1e-3) {
		t.Errorf("the noise is %v at τ = 0.5, %v and %v beside it", at, before, after)
	}
}
