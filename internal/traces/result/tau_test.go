package result

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/measure"
	"twophase/internal/text/wording"
)

// What is advised for a τ that is too large is never above a third of the largest stable one, and is near it.
func TestAdvisedTauIsSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Setting{Tau: rapid.Float64Range(1e-3, 1e3).Draw(t, "τ")}
		share := rapid.Float64Range(0.34, 30).Draw(t, "share")
		if third := s.Tau / share / 3; s.safeTau(share) > third*(1+1e-12) || s.safeTau(share) < 0.99*third {
			t.Errorf("τ = %v is advised, a third is %v", s.safeTau(share), third)
		}
	})
}

// An unsettled circuit of a τ at which circuits can oscillate is said to be perhaps that, and to have perhaps learnt too
// little; one of a small τ is not.
func TestUnsettledMayOscillate(t *testing.T) {
	for tau, may := range map[wording.Number]bool{3: true, 0.5: false} {
		l := &measure.LateralState{Turns: 2, Rank: 3, Eigenvalues: []wording.Number{1, 0.69, 0.6}, Gains: []wording.Number{1, 0.99, 0.84}, Tau: tau, Radius: 0.5}
		share, err := l.Problem(circuit.IfPSP).TauShare()
		if err != nil || share >= 1 || share > theory.LeastTauShare != may {
			t.Fatalf("τ = %v is %v of the largest, error %v", tau, share, err)
		}
		rate := circuit.DecayingRate(10, 5000)
		text := Setting{Network: circuit.IfPSP, Rate: rate, Tau: float64(tau), Steps: 3000}.remedy(l)
		if !strings.Contains(text, "learning is not over") || strings.Contains(text, "may go on oscillating") != may || strings.Contains(text, "τ of at most") != may {
			t.Errorf("τ = %v: %s", tau, text)
		}
	}
}

// A number of turns is advised with the rate that it needs: instead of an odd one, and instead of many of a
// circuit that whitens, which a smaller rate alone may not keep.
func TestTurnsAreAdvisedWithTheirRate(t *testing.T) {
	for want, network := range map[string]circuit.Network{"--turns 10 --rate '20/(": circuit.IfPSP, "--turns 2 --rate '20/(": circuit.IfPSW} {
		l := &measure.LateralState{Turns: 11, Rank: 3, Eigenvalues: []wording.Number{1, 0.3, 0.03}, Gains: []wording.Number{1, 0.85, 0.7}, Tau: 0.5, Radius: 1.5}
		if network.Whitens {
			l.Turns = 10
		}
		text := Setting{Network: network, Rate: circuit.DecayingRate(10, 250), Tau: 0.5, Turns: l.Turns, Steps: 3000}.remedy(l)
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in %s", want, text)
		}
	}
}
