package circuit

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/internal/kernel"
	"twophase/neuron"
)

// Filter returns F [K×N], the linear map from stimulus to final output that
// the neural phases compute with the present weights. It is found by asking
// the circuit: each output axon in turn carries ỹ = 1, the phases between ỹ
// and y run, and the responses give F = (∂y/∂ỹ) M_d⁻¹ W. Activity is left as
// it was. A settling that starts from the previous y is probed from rest, lateral
// signals that arrive late with a stimulus that lasts, and no transmission fails.
//
// With clamped neurons y = F x + b, where b comes from what they are clamped to:
// F is probed as if they were clamped to 0, and has zeros in the rows of clamped
// outputs and in the columns of clamped inputs.
//
// It returns an error if a phase fails, a *Divergence if the response is not finite, and
// an error if the schedule is not of this form: ỹ by Feedforward, then y from ỹ alone.
func (c *Circuit) Filter() (*mat.Dense, error) {
	y, provisional := c.outputs.Signals(neuron.Final), c.outputs.Signals(neuron.Provisional)
	late := c.outputs.Signals(neuron.Late)
	savedY, savedProvisional, savedLate, savedSettling := slices.Clone(y), slices.Clone(provisional), slices.Clone(late), c.settling
	defer func() {
		copy(y, savedY)
		copy(provisional, savedProvisional)
		copy(late, savedLate)
		c.settling = savedSettling
	}()

	probed, err := c.afterFeedforward()
	if err != nil {
		return nil, err
	}
	defer c.outputs.ClampToZero()()
	k := c.outputs.Len()
	response := mat.NewDense(k, k, nil)
	for j := range k {
		clear(y)
		clear(provisional)
		provisional[j] = 1
		c.outputs.Impose(neuron.Provisional)
		copy(late, provisional)
		for _, phase := range probed {
			if err := phase.Run(c); err != nil {
				return nil, fmt.Errorf("filter: %w", err)
			}
			c.outputs.Impose(neuron.Final)
		}
		if !kernel.Finite(y) {
			return nil, c.diverged(j, fmt.Sprintf("the outputs' response to %v is not finite", c.outputs.Output(j)))
		}
		response.SetCol(j, y)
	}

	drive := mat.NewDense(k, c.inputs.Len(), c.feedforward.Weights())
	for i, m := range c.outputs.Divisors() {
		row := drive.RawRowView(i)
		for j := range row {
			row[j] /= m
			if _, clamped := c.inputs.Clamped(j); clamped {
				row[j] = 0
			}
		}
	}
	var filter mat.Dense
	filter.Mul(response, drive)
	return &filter, nil
}

// orthonormalise replaces a [n×k] by the nearest matrix of orthonormal columns, its
// polar factor, unless it is singular or not finite.
func orthonormalise(a *mat.Dense) {
	var svd mat.SVD
	if !kernel.Finite(a.RawMatrix().Data) || !svd.Factorize(a, mat.SVDThin) || svd.Values(nil)[a.RawMatrix().Cols-1] == 0 {
		return
	}
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	a.Mul(&u, v.T())
}

// afterFeedforward returns the neural phases between ỹ and y.
func (c *Circuit) afterFeedforward() (Schedule, error) {
	var probed Schedule
	driven := false // Feedforward has been there
	for _, phase := range c.schedule {
		s := phase.Signature()
		switch {
		case !driven && phase == Phase(Feedforward{}):
			driven = true
		case !slices.Contains(s.Writes, Y) && !slices.Contains(s.Writes, Provisional):
		case driven && slices.Equal(s.Writes, []Variable{Y}) && !slices.Contains(s.Reads, X):
			probed = append(probed, phase)
		default:
			return nil, fmt.Errorf("filter: phase %s of %v does not map ỹ to y", s.Name, c.Schedule())
		}
	}
	return probed, nil
}

// Estimate returns Û_K [N×K], the circuit's estimate of the top K principal
// directions, from its filter F [K×N]: Û_Kᵀ = Λ⁻¹F for a network that projects
// and Û_Kᵀ = Σ_K Λ⁻¹F for one that whitens, with Σ_K² the top K eigenvalues of
// the stimulus, eigenvalues [K]. Those are not used by a network that projects. Where
// only the span of F's rows means something, Û_K is the orthonormal basis of it that
// is nearest to them.
func (c *Circuit) Estimate(filter *mat.Dense, eigenvalues []float64) *mat.Dense {
	estimate := mat.DenseCopyOf(filter.T())
	if c.spec.Network.Spans {
		orthonormalise(estimate)
		return estimate
	}
	estimate.Apply(func(_, i int, v float64) float64 {
		v /= c.outputs.Gains()[i]
		if c.spec.Network.Whitens {
			v *= math.Sqrt(eigenvalues[i])
		}
		return v
	}, estimate)
	return estimate
}
