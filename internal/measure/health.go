package measure

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/subspace"
	"twophase/internal/text/wording"
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

// health returns the settling error and the spectral radius of a circuit with that filter: of
// the network that runs, with its stimuli. Where M is singular there is no settled state, and
// no settling error. Without lateral synapses nothing settles, and both are NaN. Lateral is M [K×K], which is overwritten, and exact is memory for the settled
// filter, empty or [K×N].
func (r *Reference) health(c *circuit.Circuit, filter, lateral, exact *mat.Dense) (settling, radius wording.Number, settles bool) {
	if !c.SettlesByM() || !hasLateral(c) {
		return wording.NaN, wording.NaN, true // W and M alone do not say where the circuit settles
	}
	k := c.Outputs().Len()
	if exact.IsEmpty() {
		exact.ReuseAs(k, c.Inputs().Len())
	}
	for i := range k {
		exact.SetRow(i, c.Forward().Row(i))
	}
	release(c, exact, lateral)
	radius = wording.Number(subspace.SpectralRadius(lateral))
	if err := subspace.ExactFilterTo(exact, exact, lateral); err != nil {
		return wording.NaN, radius, false
	}
	var g mat.Symmetric
	if r != nil {
		g = r.Covariance
	}
	settling = wording.Number(subspace.SettlingError(filter, exact, g))
	if !settling.Finite() && mat.Norm(filter, 2) == 0 && mat.Norm(exact, 2) == 0 {
		settling = 0 // its outputs are 0, as the settled ones are
	}
	return settling, radius, true
}

// release removes from W [K×N] and M [K×K] the synapses onto clamped neurons, as if these
// were clamped to 0. What is left is the linear part, as in the filter.
func release(c *circuit.Circuit, w, m *mat.Dense) {
	for i := range c.Outputs().Len() {
		if _, clamped := c.Outputs().Clamped(i); clamped {
			clear(w.RawRowView(i))
			row, scale := m.RawRowView(i), m.At(i, i)
			clear(row)
			row[i] = scale
		}
	}
	if !c.Inputs().HasClamps() {
		return
	}
	for j := range c.Inputs().Len() {
		if _, clamped := c.Inputs().Clamped(j); clamped {
			for i := range c.Outputs().Len() {
				w.Set(i, j, 0)
			}
		}
	}
}
