package random

import (
	"math"
	"testing"
)

// TestUniforms checks the mean and the variance, that a draw is a prefix of a longer
// one, and that indices are even.
func TestUniforms(t *testing.T) {
	const n = 100_000
	s := New(1, 2, "uniform")
	u, longer := make([]float64, n), make([]float64, n+1)
	s.Uniforms(u, 3)
	s.Uniforms(longer, 3)
	var sum, squares float64
	for i, v := range u {
		if !(v > 0 && v < 1) || v != longer[i] {
			t.Fatalf("number %d is %v, in a longer draw %v", i, v, longer[i])
		}
		sum += v
		squares += v * v
	}
	mean, variance := sum/n, squares/n-sum/n*sum/n
	if math.Abs(mean-0.5) > 5/math.Sqrt(12*n) || math.Abs(variance-1./12) > 5*math.Sqrt(1./180/n) {
		t.Errorf("mean %v and variance %v", mean, variance)
	}
	index, counts := make([]int, n), make([]int, 7)
	s.Indices(index, 7, 4)
	for _, i := range index {
		counts[i]++
	}
	for i, c := range counts {
		if math.Abs(float64(c)-n/7.) > 5*math.Sqrt(n*6./49) {
			t.Errorf("index %d was drawn %d times", i, c)
		}
	}
}
