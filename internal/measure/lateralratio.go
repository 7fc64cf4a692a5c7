package measure

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/circuit/subspace"
	"twophase/internal/text/wording"
)

// hasLateral reports whether a circuit has an M_o: synapses between its outputs, whatever their
// weights are.
func hasLateral(c *circuit.Circuit) bool { return c.Lateral() != nil && c.Lateral().Len() > 0 }

// LateralRatioOf names the lateral ratio of circuits by their lateral projection, lateral or "" for M_o of the paper's
// circuits. Without one, or if they have different ones, the name is none of a projection.
func LateralRatioOf(projections ...string) string {
	if len(projections) == 0 || slices.Max(projections) != slices.Min(projections) {
		return "lateral ratio"
	}
	projection := projections[0]
	if projection == "" || projection == string(selection.Lateral) {
		return "‖M_o‖/‖M‖"
	}
	return "‖" + projection + "‖/‖" + projection + " with its diagonal‖"
}

// RadiusOf names the spectral radius of the series of turns in a circuit with that lateral projection: see LateralRatioOf.
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
