package activity

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// MeanActivity returns the mean of the outputs Y [T×K] over all stimuli and outputs. It is NaN if Y is not finite.
func MeanActivity(y mat.Matrix) float64 {
	t, k := dims(y)
	if !finite(y) {
		return nan
	}
	return mat.Sum(y) / float64(t*k)
}

// LargestCorrelation returns the largest |r| of two outputs of Y [T×K], with Pearson's correlation coefficient r over the
// stimuli. Outputs that are constant are left out. It is NaN if fewer than two remain, and if Y is not finite.
func LargestCorrelation(y mat.Matrix) float64 {
	_, k := dims(y)
	if !finite(y) {
		return nan
	}
	c, largest := covariance(y), nan
	for i := range k {
		for j := range i {
			if r := math.Abs(c.At(i, j)) / math.Sqrt(c.At(i, i)*c.At(j, j)); !(r <= largest) && !math.IsNaN(r) {
				largest = r
			}
		}
	}
	return largest
}

// Dimension returns the participation ratio of the outputs Y [T×K],
//
//	(tr C)² / tr C²
//
// of their covariance C: K if all outputs vary alike and independently, 1 if all are the same up to factors. It is NaN if
// no output varies, and if Y is not finite.
func Dimension(y mat.Matrix) float64 {
	dims(y)
	if !finite(y) {
		return nan
	}
	c := covariance(y)
	trace, norm := mat.Trace(c), mat.Norm(c, 2)
	return trace / norm * (trace / norm)
}
