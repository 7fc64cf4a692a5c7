package activity

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Recovery is how well outputs recover sources.
type Recovery struct {
	Outputs      []int     // the output of each source [R], −1 for none
	Correlations []float64 // of each source and its output [R], 0 for none
	Error        float64   // mean of (y − s)² over all sources and stimuli, y = 0 for none
}

// Recover pairs sources S [T×R] with outputs Y [T×K] one to one, min(R, K) of them, so that
// the sum of their correlations is largest. Neither is shifted or scaled. An output or a
// source that does not vary correlates with nothing: it counts as 0.
//
// If a matrix is not finite, all numbers are NaN and no source has an output. It panics
// unless S and Y have the same T.
func Recover(y, s mat.Matrix) Recovery {
	t, k := dims(y)
	if ts, _ := s.Dims(); ts != t {
		panic(fmt.Sprintf("activity: outputs to %d stimuli and sources of %d", t, ts))
	}
	_, r := dims(s)
	found := Recovery{Outputs: make([]int, r), Correlations: make([]float64, r)}
	if !finite(y) || !finite(s) {
		for i := range r {
			found.Outputs[i], found.Correlations[i] = -1, nan
		}
		found.Error = nan
		return found
	}
	outputs, sources := columns(y), columns(s)
	correlations := make([][]float64, r)
	for i := range sources {
		for j := range outputs {
			correlations[i] = append(correlations[i], correlation(sources[i], outputs[j]))
		}
	}
	found.Outputs = assign(correlations, k)
	for i, j := range found.Outputs {
		if j >= 0 {
			found.Correlations[i] = correlations[i][j]
		}
		for row, v := range sources[i] {
			if j >= 0 {
				v -= outputs[j][row]
			}
			found.Error += v * v / float64(t*r)
		}
	}
	return found
}

// Mean returns the mean correlation.
func (r Recovery) Mean() float64 { return stat.Mean(r.Correlations, nil) }

// correlation returns the correlation of two series, 0 if one of them does not vary.
func correlation(a, b []float64) float64 {
	if c := stat.Correlation(a, b, nil); !math.IsNaN(c) {
		return c
	}
	return 0
}

func columns(m mat.Matrix) (all [][]float64) {
	_, k := m.Dims()
	for j := range k {
		all = append(all, mat.Col(nil, j, m))
	}
	return all
}
