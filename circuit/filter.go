package circuit

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/neuron"
)

// Filter returns F [K×N], the linear map from stimulus to final output that
// the neural phases compute with the present weights. It is found by asking
// the circuit: each output axon in turn carries ỹ = 1, the phases between ỹ
// and y run, and the responses give F = (∂y/∂ỹ) M_d⁻¹ W. Activity is left as
// it was. A settling that starts from the previous y is probed from rest. It
// returns an error if a phase fails.
func (c *Circuit) Filter() (*mat.Dense, error) {
	y, provisional := c.outputs.Signals(neuron.Final), c.outputs.Signals(neuron.Provisional)
	savedY, savedProvisional, savedSettling := slices.Clone(y), slices.Clone(provisional), c.settling
	defer func() {
		copy(y, savedY)
		copy(provisional, savedProvisional)
		c.settling = savedSettling
	}()

	k := c.outputs.Len()
	response := mat.NewDense(k, k, nil)
	for j := range k {
		clear(y)
		clear(provisional)
		provisional[j] = 1
		for _, phase := range c.Schedule() {
			if !slices.Equal(phase.Signature().Writes, []Variable{Y}) {
				continue
			}
			if err := phase.Run(c); err != nil {
				return nil, err
			}
		}
		response.SetCol(j, y)
	}

	drive := mat.NewDense(k, c.inputs.Len(), c.feedforward.Weights())
	for i, m := range c.outputs.Scales() {
		row := drive.RawRowView(i)
		for j := range row {
			row[j] /= m
		}
	}
	var filter mat.Dense
	filter.Mul(response, drive)
	return &filter, nil
}

// Estimate returns Û_K [N×K], the circuit's estimate of the top K principal
// directions, from its filter F [K×N]: Û_Kᵀ = Λ⁻¹F for a network that projects
// and Û_Kᵀ = Σ_K Λ⁻¹F for one that whitens, with Σ_K² the top K eigenvalues of
// the stimulus, eigenvalues [K]. Those are not used by a network that projects.
func (c *Circuit) Estimate(filter *mat.Dense, eigenvalues []float64) *mat.Dense {
	estimate := mat.DenseCopyOf(filter.T())
	estimate.Apply(func(_, i int, v float64) float64 {
		v /= c.outputs.Gains()[i]
		if c.spec.Network.Whitens {
			v *= math.Sqrt(eigenvalues[i])
		}
		return v
	}, estimate)
	return estimate
}
