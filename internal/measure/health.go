package measure

import (
	"math"
	"slices"

	"twophase/circuit"
)

// Limits beyond which the neural phases are unhealthy: a relative settling error above a
// tenth, or an M whose series does not converge.
const (
	UnhealthyError  = 0.1
	UnhealthyRadius = 1
)

// Healthy reports whether the outputs of a circuit are close to those of the settled
// network. Where activity settles in the order of the neurons (Gauss–Seidel), the series in
// M_d⁻¹M_o need not converge. A circuit that is not known to be linear counts as healthy.
func (m Measures) Healthy(n circuit.Network) bool {
	if math.IsNaN(float64(m.SettlingError)) && math.IsNaN(float64(m.SpectralRadius)) {
		return true
	}
	inOrder := slices.ContainsFunc(n.Schedule, func(p circuit.Phase) bool {
		s, settles := p.(circuit.Settle)
		return settles && s.Method == circuit.GaussSeidel
	})
	if math.IsNaN(float64(m.SettlingError)) { // the result says why
		return m.SpectralRadius < UnhealthyRadius || inOrder
	}
	return m.SettlingError <= UnhealthyError && (m.SpectralRadius < UnhealthyRadius || inOrder)
}
