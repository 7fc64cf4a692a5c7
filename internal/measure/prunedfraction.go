package measure

import "fmt"

// PrunedFraction is the fraction of its peak below which a synapse is pruned: a hundredth of its
// power is left.
const PrunedFraction = 0.1

// PrunedBelow returns the |weight| below which a synapse with that peak is pruned, at a fraction of
// the peak.
func PrunedBelow(peak, fraction float64) float64 { return peak / (1 / fraction) }

// PrunedAtEnd says when synapses are pruned, at a fraction of their peak.
func PrunedAtEnd(fraction float64) string {
	if fraction == PrunedFraction {
		return "below a tenth of their peak"
	}
	return fmt.Sprintf("below %v of their peak", fraction)
}

// Pruned is the one criterion: a synapse is pruned if its |weight| at the end is below PrunedFraction
// of its peak, the largest |weight| before.
func Pruned(peak, final float64) bool { return final < PrunedBelow(peak, PrunedFraction) }
