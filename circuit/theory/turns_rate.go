package theory

import "math"

// FewTurns is the number of turns from which on the noise of a step can be amplified, and the rate
// matters.
const FewTurns = 4

// The other numbers of the rule of TransientRate, which were found by experiment: see docs/turns.md.
const (
	manyTurns  = 10   // from here on it matters more
	safeShare  = 0.3  // of min(1, 2τ) τ/K²
	steep      = 100  // g_1/g_K, from which on it matters more
	whiteShare = 0.25 // of τ g_K/g_1
	whiteSteep = 10   // g_1/g_K of a circuit that whitens, from which on its square matters
	mostPace   = 0.5  // α/τ
)

// TransientRate returns a learning rate with which a circuit that learns online can begin without
// being lost in its transient, if the rate then falls. It is an empirical rule: a circuit that begins
// faster may do well too. With fewer turns than FewTurns a circuit whose rate stays that large is lost:
// with ten outputs, two turns and eigenvalues 1/k, at a tenth of it.
//
// A step changes M by α/τ of itself, and at α/τ = 1 a scale can fall below 0.
// With four and more turns, noise can bring the spectral radius above 1, where S turns amplify by
// its power S. (In the mean field it stays below 1.) A circuit that whitens has scales as small as
// the smallest eigenvalue that it finds, and a step must be small compared with them. With FewTurns and
// more it may be lost all the same where g_K/g_1 is small.
func (t Turns) TransientRate() float64 {
	g, k, largest := t.Point.Spectrum, len(t.Point.Gains), mostPace*t.Tau
	share := g[k-1] / g[0]
	if t.Count >= FewTurns {
		many := max(1, float64(t.Count)/manyTurns)
		fall := min(1, steep*share)
		if t.Point.Network.Whitens {
			fall = math.Pow(min(1, whiteSteep*share), 2)
		}
		largest = min(largest, safeShare*min(1, 2*t.Tau)*t.Tau/float64(k*k)/(many*many)*fall)
	}
	if t.Point.Network.Whitens {
		largest = min(largest, whiteShare*t.Tau*share)
	}
	return largest
}
