package kernel

import "math"

// Solve solves A·x = b by Gaussian elimination with partial pivoting, in
// canonical arithmetic. A is [n×n] row-major and is overwritten; b [n] is
// replaced by the solution. It reports false, leaving A and b undefined, if a
// pivot is exactly zero or not a number. It does not detect a singular A
// whose pivots are not zero by rounding.
func Solve(a, b []float64) bool {
	n := len(b)
	if len(a) != n*n {
		panic("kernel: Solve of a matrix that does not fit its right-hand side")
	}
	row := func(i int) []float64 { return a[i*n : (i+1)*n] }
	for k := range n {
		pivot := k
		for i := k + 1; i < n; i++ {
			if math.Abs(row(i)[k]) > math.Abs(row(pivot)[k]) {
				pivot = i
			}
		}
		if p := math.Abs(row(pivot)[k]); !(p > 0) {
			return false
		}
		if pivot != k {
			upper, lower := row(k)[k:], row(pivot)[k:]
			for j := range upper {
				upper[j], lower[j] = lower[j], upper[j]
			}
			b[k], b[pivot] = b[pivot], b[k]
		}
		head := row(k)
		for i := k + 1; i < n; i++ {
			factor := row(i)[k] / head[k]
			Axpy(row(i)[k+1:], -factor, head[k+1:])
			b[i] = fma(-factor, b[k], b[i])
		}
	}
	for k := n - 1; k >= 0; k-- {
		rest := b[k]
		for j, v := range row(k)[k+1:] {
			rest = fma(-v, b[k+1+j], rest)
		}
		b[k] = rest / row(k)[k]
	}
	return true
}
