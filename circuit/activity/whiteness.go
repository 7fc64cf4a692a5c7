package activity

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Whiteness returns ‖C_yy − I‖_F, where C_yy [K×K] is the covariance of the outputs Y [T×K]
// about their means: 0 where they are uncorrelated with variance 1. Of outputs that are
// white, T stimuli show about √(K(K+1)/T).
func Whiteness(y mat.Matrix) float64 {
	_, k := dims(y)
	if !finite(y) {
		return nan
	}
	c := covariance(y)
	for i := range k {
		c.Set(i, i, c.At(i, i)-1)
	}
	return mat.Norm(c, 2)
}

// covariance returns the covariance C_yy [K×K] of outputs Y [T×K].
func covariance(y mat.Matrix) *mat.Dense {
	t, k := y.Dims()
	centred := mat.DenseCopyOf(y)
	for j := range k {
		column := mat.Col(nil, j, centred)
		mean := 0.0
		for _, v := range column {
			mean += v / float64(t)
		}
		if slices.Min(column) == slices.Max(column) {
			mean = column[0] // to the bit: a constant output has no variance
		}
		for i, v := range column {
			centred.Set(i, j, v-mean)
		}
	}
	var c mat.Dense
	c.Mul(centred.T(), centred)
	c.Scale(1/float64(t), &c)
	return &c
}

var nan = math.NaN()

// dims returns T and K of outputs. It panics if there are none.
func dims(y mat.Matrix) (t, k int) {
	if t, k = y.Dims(); t < 1 || k < 1 {
		panic(fmt.Sprintf("activity: %d outputs to %d stimuli", k, t))
	}
	return t, k
}

// finite reports whether the Frobenius norm of a matrix is.
func finite(m mat.Matrix) bool {
	norm := mat.Norm(m, 2)
	return !math.IsNaN(norm) && !math.IsInf(norm, 0)
}
