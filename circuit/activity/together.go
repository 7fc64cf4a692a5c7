package activity

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// MeanActivity returns the mean of the outputs Y [T×K] over all stimuli and outputs. It is NaN if Y is not finite.
func MeanActivity(y mat.Matrix) float64 {
	t, k := dims(y)
	if !finite(y) {
		return nan
	}
	return mat.Sum(y) / float64(t*k)
}

// Spread returns the standard deviation of the outputs Y [T×K] over the stimuli: the root of the mean of their variances.
// It is NaN if Y is not finite.
func Spread(y mat.Matrix) float64 {
	_, k := dims(y)
	if !finite(y) {
		return nan
	}
	return math.Sqrt(mat.Trace(covariance(y)) / float64(k))
}

// MeanCorrelation returns the mean r of two outputs of Y [T×K]: see LargestCorrelation.
func MeanCorrelation(y mat.Matrix) float64 {
	var all []float64
	correlations(y, func(r float64) { all = append(all, r) })
	return stat.Mean(all, nil)
}

// LargestCorrelation returns the largest |r| of two outputs of Y [T×K], with Pearson's correlation coefficient r over the
// stimuli. Outputs that are constant are left out. It is NaN if fewer than two remain, and if Y is not finite.
func LargestCorrelation(y mat.Matrix) float64 {
	largest := nan
	correlations(y, func(r float64) {
		if !(math.Abs(r) <= largest) {
			largest = math.Abs(r)
		}
	})
	return largest
}

// correlations calls f with the r of any two outputs that vary.
func correlations(y mat.Matrix, f func(r float64)) {
	_, k := dims(y)
	if !finite(y) {
		return
	}
	c := covariance(y)
	for i := range k {
		for j := range i {
			if r := c.At(i, j) / math.Sqrt(c.At(i, i)*c.At(j, j)); !math.IsNaN(r) {
				f(r)
			}
		}
	}
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
