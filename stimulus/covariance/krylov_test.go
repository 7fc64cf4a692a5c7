package covariance

import (
	"math"
	"testing"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
)

// The block Krylov method finds what a covariance was built from: distinct components, equal ones,
// ones that lie close together, and those of few stimuli of many inputs.
func TestLeadingComponents(t *testing.T) {
	const n, k = 300, 6
	basis := random.Haar(n, n, random.New(1, 0, "test"))
	for name, spectrum := range map[string][]float64{
		"distinct":       {1, 0.8, 0.6, 0.4, 0.3, 0.2, 0.1},
		"equal":          {1, 1, 1, 0.5, 0.5, 0.25, 0.1},
		"close":          {1, 1 - 1e-6, 0.5, 0.3, 0.2, 0.101, 0.1},
		"few stimuli":    {1, 0.8, 0.6, 0.4, 0.3, 0.2, 0},
		"fewer stimuli":  {1, 0.8, 0},
		"slowly falling": nil,
	} {
		values := make([]float64, n)
		for i := range values {
			switch {
			case spectrum == nil:
				values[i] = math.Exp(-float64(i) / 40)
			default:
				values[i] = spectrum[min(i, len(spectrum)-1)]
			}
		}
		c := New(n)
		for j, u := range basis {
			for i, v := range u {
				kernel.Axpy(c.Row(i), values[j]*v, u)
			}
		}
		got, vectors, ok := c.leadingComponents(k)
		if !ok {
			if name != "fewer stimuli" { // the whole solver finds the zeros
				t.Errorf("%s: not found", name)
			}
			continue
		}
		for i, v := range got {
			if math.Abs(v-values[i]) > 1e-12 {
				t.Errorf("%s: eigenvalue %d is %v, want %v", name, i, v, values[i])
			}
			outside := 1.0 // of the vector, beside the eigenvectors of eigenvalues as large
			for j, u := range basis {
				if math.Abs(values[j]-values[i]) < 1e-9 {
					d := kernel.Dot(u, vectors[i])
					outside -= d * d
				}
			}
			if math.Abs(outside) > 1e-10 {
				t.Errorf("%s: vector %d is %v outside its eigenvectors", name, i, outside)
			}
		}
	}
}
