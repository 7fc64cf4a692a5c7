package circuit

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"twophase/internal/numerics/kernel"
)

// Filter returns F [K×N], the linear map from stimulus to final output that the neural
// phases compute with the present weights. It probes the circuit: each output axon in turn
// carries ỹ = 1, and the phases between ỹ and y run. The responses give F = (∂y/∂ỹ) M_d⁻¹
// W. Filter restores the activity that it found. Settle with a warm start is probed from
// rest, and a phase that reads ỹ(t−1) with a stimulus that lasts. No transmission fails, and no noise is
// added to activity, while it probes.
//
// With clamped neurons y = F x + b, where b depends on the clamped signals. Filter probes
// as if these were 0. F has zeros in the rows of clamped outputs and in the columns of
// clamped inputs.
//
// With a settling tolerance, each unit signal takes a number of sweeps of its own, as each
// stimulus does. The last sweep finds max|r| ≤ Tolerance·max|ỹ| for y, and by superposition
// max|r| ≤ Tolerance·Σ|ỹ_j| for F x. If sweeps do not increase max|r|, no element of
// (I + M_d⁻¹M_o)(F x − y) is larger than (K+1)·Tolerance·max|ỹ|.
//
// A circuit that is no pair, or whose y does not come from ỹ, is probed by its inputs instead: each in turn carries 1,
// and all else starts from rest.
//
// Filter returns an error if a phase fails, a *Divergence if the response is not finite,
// and an error of ErrNotLinear if y is not known to be a linear map of x. It is known if
// phases that say that they are linear compute y, and no weight or scale changes before.
func (c *Circuit) Filter() (*mat.Dense, error) {
	filter := new(mat.Dense)
	if err := c.FilterTo(filter); err != nil {
		return nil, err
	}
	return filter, nil
}

// FilterTo writes Filter to dst, which must be empty or [K×N], and uses its memory, unless the circuit is
// probed by its inputs.
func (c *Circuit) FilterTo(dst *mat.Dense) error {
	phases, err := c.betweenTurns()
	if err != nil { // y does not come from ỹ alone, as in a single turn
		filter, err := c.graphFilter()
		if err != nil {
			return ofFilter(err)
		}
		dst.CloneFrom(filter)
		return nil
	}
	k, n := c.outputs.Len(), c.inputs.Len()
	defer c.outputs.ClampToZero()()
	if err := c.probe(phases); err != nil {
		return ofFilter(err)
	}

	if dst.IsEmpty() {
		dst.ReuseAs(k, n)
	}
	for i := range k {
		for j, m := range c.outputs.Divisors() {
			c.response[i*k+j] /= m
		}
	}
	raw := dst.RawMatrix()
	filter, response := kernel.View(raw.Data, k, n, raw.Stride), kernel.View(c.response, k, k, k)
	c.pair.forward.memory.CombineRows(&filter, &response)
	if !c.inputs.HasClamps() {
		return nil
	}
	for j := range n {
		if _, clamped := c.inputs.Clamped(j); clamped {
			for i := range k {
				dst.Set(i, j, 0)
			}
		}
	}
	return nil
}

// ofFilter says that an error is of Filter, unless it is a *Divergence, whose text says enough.
func ofFilter(err error) error {
	if diverged := (*Divergence)(nil); errors.As(err, &diverged) {
		return err
	}
	return fmt.Errorf("filter: %w", err)
}

// orthonormalise replaces a [n×k] by the nearest matrix with orthonormal columns, its polar
// factor. It does nothing if a is singular or not finite.
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

// Estimate returns Û_K [N×K], the circuit's estimate of the top K principal directions, from
// its filter F [K×N]. For a network that projects it is Û_Kᵀ = Λ⁻¹F, and for one that
// whitens Û_Kᵀ = Σ_K Λ⁻¹F, where Σ_K² are the top K eigenvalues [K] of the stimulus. A
// network that projects does not use the eigenvalues. If only the span of F's rows is
// determined, Û_K is the nearest orthonormal basis of it.
func (c *Circuit) Estimate(filter *mat.Dense, eigenvalues []float64) *mat.Dense {
	estimate := new(mat.Dense)
	c.EstimateTo(estimate, filter, eigenvalues)
	return estimate
}

// EstimateTo writes Estimate to dst, which must be empty or [N×K], and uses its memory.
func (c *Circuit) EstimateTo(dst, filter *mat.Dense, eigenvalues []float64) {
	if dst.IsEmpty() {
		k, n := filter.Dims()
		dst.ReuseAs(n, k)
	}
	if c.spec.Network.Spans {
		dst.Copy(filter.T())
		orthonormalise(dst)
		return
	}
	to := dst.RawMatrix()
	for i, gain := range c.outputs.Gains() {
		root := 1.0
		if c.spec.Network.Whitens {
			root = math.Sqrt(eigenvalues[i])
		}
		for j, v := range filter.RawRowView(i) {
			to.Data[j*to.Stride+i] = v / gain * root
		}
	}
}
