package measure

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// This file holds how far the rows of the filter have turned since a reference step.

// Turned returns the mean cosine of the rows of a filter [K×N] and those of an earlier one. It
// is NaN if a row is 0.
func Turned(now, before mat.Matrix) float64 {
	k, n := now.Dims()
	var sum float64
	for i := range k {
		var aa, ab, bb float64
		for j := range n {
			a, b := now.At(i, j), before.At(i, j)
			aa, ab, bb = aa+a*a, ab+a*b, bb+b*b
		}
		sum += ab / (math.Sqrt(aa) * math.Sqrt(bb))
	}
	return sum / float64(k)
}

func (e *examined) drift() (value, best float64, err error) {
	return Turned(e.Filter, e.Before), math.NaN(), nil
}

func (e *examined) driftInside() (value, best float64, err error) {
	return Turned(e.inside(e.Filter), e.inside(e.Before)), math.NaN(), nil
}

func (e *examined) driftOutside() (value, best float64, err error) {
	out := func(f *mat.Dense) *mat.Dense {
		var rest mat.Dense
		rest.Mul(e.inside(f), e.Reference.Basis.T())
		rest.Sub(f, &rest)
		return &rest
	}
	return Turned(out(e.Filter), out(e.Before)), math.NaN(), nil
}

// inside returns the rows of a filter in the principal subspace, F U_K [K×K].
func (e *examined) inside(f *mat.Dense) *mat.Dense {
	var in mat.Dense
	in.Mul(f, e.Reference.Basis)
	return &in
}
