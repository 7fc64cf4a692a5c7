package activity

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Sparseness returns the mean over stimuli of Hoyer's measure (2004) of the outputs y [K],
//
//	(√K − ‖y‖₁/‖y‖₂) / (√K − 1),
//
// which is 1 where one output alone is active and 0 where all are equally active. Stimuli to
// which no output answers are left out. It is NaN if there are no others, for a single
// output, and if Y [T×K] is not finite.
func Sparseness(y mat.Matrix) float64 {
	t, k := dims(y)
	if !finite(y) {
		return nan
	}
	sum, answered := 0.0, 0
	for i := range t {
		row := mat.Row(nil, i, y)
		vector := mat.NewVecDense(k, row)
		if two := mat.Norm(vector, 2); two > 0 {
			one := 0.0
			for _, v := range row {
				one += math.Abs(v)
			}
			sum += math.Sqrt(float64(k)) - one/two
			answered++
		}
	}
	return sum / float64(answered) / (math.Sqrt(float64(k)) - 1)
}

// quiet is the activity, as a part of the largest of all outputs, up to which a neuron is silent.
const quiet = 1e-9

// Silent returns how many of the outputs Y [T×K] are silent: never more active, to any of the
// stimuli, than 1e-9 of the most active output. It is NaN if Y is not finite.
func Silent(y mat.Matrix) float64 {
	_, k := dims(y)
	if !finite(y) {
		return nan
	}
	most, largest := make([]float64, k), 0.0
	for j := range most {
		for _, v := range mat.Col(nil, j, y) {
			most[j] = max(most[j], math.Abs(v))
		}
		largest = max(largest, most[j])
	}
	silent := 0.0
	for _, v := range most {
		if v <= quiet*largest {
			silent++
		}
	}
	return silent
}
