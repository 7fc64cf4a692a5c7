package measure

import (
	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/subspace"
	"twophase/internal/number"
)

// hasLateral reports whether a circuit has an M_o: synapses between its outputs, whatever their
// weights are.
func hasLateral(c *circuit.Circuit) bool { return c.Lateral() != nil && c.Lateral().Len() > 0 }

// LateralRatioOf names the lateral ratio of a circuit by its lateral projection, "" for M_o of the paper's circuits.
func LateralRatioOf(projection string) string {
	if projection == "" {
		return "‖M_o‖/‖M‖"
	}
	return "‖" + projection + "‖/‖" + projection + " with the scales‖"
}

// lateralRatio returns ‖M_o‖_F/‖M‖_F of a circuit with the lateral matrix M. It is NaN for one
// without lateral synapses: 0 would say that they were pruned.
func lateralRatio(c *circuit.Circuit, m mat.Matrix) number.Number {
	if !hasLateral(c) {
		return number.NaN
	}
	return number.Number(subspace.LateralRatio(m))
}
