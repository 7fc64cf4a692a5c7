package measure

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/circuit/subspace"
	"twophase/internal/text/wording"
)

// hasLateral reports whether a circuit has an M_o: synapses between its outputs, whatever their
// weights are.
func hasLateral(c *circuit.Circuit) bool { return c.Among() != nil && c.Among().Len() > 0 }

// RatioOf names the lateral ratio of circuits by their lateral projection, lateral or "" for M_o of the paper's
// circuits. Without one, or if they have different ones, the name is none of a projection.
func RatioOf(projections ...string) string {
	if len(projections) == 0 || slices.Max(projections) != slices.Min(projections) {
		return "lateral ratio"
	}
	projection := projections[0]
	if projection == "" || projection == string(selection.Lateral) {
		return "‖M_o‖/‖M‖"
	}
	return "‖" + projection + "‖/‖" + projection + " with its diagonal‖"
}

// RadiusOf names the spectral radius of the series of turns in a circuit with that lateral projection: see RatioOf.
func RadiusOf(projection string) string {
	if projection == "" || projection == string(selection.Lateral) {
		return "spectral radius of M_d⁻¹M_o"
	}
	return "spectral radius of " + projection + ", divided by the scales"
}

// lateralRatio returns ‖M_o‖_F/‖M‖_F of a circuit with the lateral matrix M. It is NaN for one
// without lateral synapses: 0 would say that they were pruned.
func lateralRatio(c *circuit.Circuit, m mat.Matrix) wording.Number {
	if !hasLateral(c) {
		return wording.NaN
	}
	return wording.Number(subspace.LateralRatio(m))
}

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
