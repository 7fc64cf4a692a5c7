package theory

import (
	"errors"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// foundShare is the length of a component's column of Λ⁻¹F, as a part of the longest, below which
// the component counts as missing.
const foundShare = 0.2

// Observe says which lateral state a circuit is in, from its filter F on the first K
// eigenvectors [K×K] and its M [K×K]: rank, missing components, thresholds and radius. Any
// component may be missing. The circuit need not be at a fixed point, so that Stability is not
// defined. It returns an error if a scale is not positive.
func (t Turns) Observe(filter, m *mat.Dense) (LateralState, error) {
	if err := t.Validate(); err != nil {
		return LateralState{}, err
	}
	f := newTurnsFlow(t, 1)
	k := f.k
	z := make([]float64, f.size())
	for i := range k {
		for j := i; j < k; j++ {
			z[f.entry(i, j)] = (m.At(i, j) + m.At(j, i)) / 2 / f.unit
		}
	}
	if !f.positive(z) || !finite(z...) || !finite(filter.RawMatrix().Data...) {
		return LateralState{}, errors.New("the scales of the circuit are not positive, or its weights not finite")
	}
	estimate := mat.DenseCopyOf(filter)
	estimate.Apply(func(i, _ int, v float64) float64 { return v / t.Point.Gains[i] }, estimate)
	longest := 0.
	for c := range k {
		longest = max(longest, mat.Norm(estimate.ColView(c), 2))
	}
	var there [][]float64
	s := LateralState{M: mat.DenseCopyOf(m)}
	for c := range k {
		if mat.Norm(estimate.ColView(c), 2) < foundShare*longest {
			s.Missing = append(s.Missing, c)
			continue
		}
		there = append(there, mat.Col(nil, c, filter))
	}
	s.Rank = len(there)
	b := mat.NewSymDense(k, slices.Clone(f.response(z)))
	var err error
	if s.Radius, err = f.radius(); err != nil || s.Rank == 0 {
		return s, err
	}
	s.Filter = mat.NewDense(k, s.Rank, nil)
	for c, column := range there {
		s.Filter.SetCol(c, column)
	}
	if err := s.findThresholds(b, f); err != nil {
		return s, err
	}
	for i := range s.Thresholds {
		s.Thresholds[i].Value *= f.unit
		s.Thresholds[i].Mean *= f.unit
	}
	return s, nil
}
