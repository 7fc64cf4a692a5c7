package measure

import (
	"errors"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/subspace"
	"twophase/internal/number"
)

// Health adds the health of the circuit's neural phases to a point. It is that of Measure: of
// the network that runs, with its stimuli. It is not known where the circuit is not known to
// be linear. It returns an error if the circuit's neural phases fail.
func (r *Reference) Health(c *circuit.Circuit, p *Point) error {
	filter, err := c.Filter()
	switch {
	case errors.Is(err, circuit.ErrNotLinear):
		return nil
	case err != nil:
		return err
	}
	p.SettlingError, p.SpectralRadius, _ = r.health(c, filter)
	return nil
}

// health returns the settling error and the spectral radius of a circuit with that filter.
// Where M is singular there is no settled state, and no settling error.
func (r *Reference) health(c *circuit.Circuit, filter *mat.Dense) (settling, radius number.Number, settles bool) {
	if !c.IsOfThePaper() {
		return number.NaN, number.NaN, true // W and M alone do not say where the circuit settles
	}
	k, n := c.Outputs().Len(), c.Inputs().Len()
	drive, lateral := mat.NewDense(k, n, c.Feedforward().Weights()), mat.NewDense(k, k, c.M())
	release(c, drive, lateral)
	radius = number.Number(subspace.SpectralRadius(lateral))
	exact, err := subspace.ExactFilter(drive, lateral)
	if err != nil {
		return number.NaN, radius, false
	}
	if mat.Norm(filter, 2) == 0 && mat.Norm(exact, 2) == 0 {
		return 0, radius, true // its outputs are 0, as the settled ones are
	}
	var g mat.Symmetric
	if r != nil {
		g = r.Covariance
	}
	return number.Number(subspace.SettlingError(filter, exact, g)), radius, true
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
	for j := range c.Inputs().Len() {
		if _, clamped := c.Inputs().Clamped(j); clamped {
			for i := range c.Outputs().Len() {
				w.Set(i, j, 0)
			}
		}
	}
}
