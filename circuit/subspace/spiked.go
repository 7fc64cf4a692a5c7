package subspace

import (
	"gonum.org/v1/gonum/mat"

	"twophase/internal/numerics/kernel"
)

// Spiked is a matrix of second moments with few eigenvalues above the smallest,
//
//	G = f·I + Σ_k (g_k − f)·u_k u_kᵀ,
//
// so that SettlingError takes a time of order N and not N².
type Spiked struct {
	*mat.SymDense // G [N×N]

	floor  float64       // f
	above  []float64     // g_k − f
	spikes kernel.Matrix // u_k, each a column
}

// NewSpiked returns G [N×N] with its smallest eigenvalue, the larger ones g, and their
// eigenvectors as the columns of a matrix [N×len(g)].
func NewSpiked(g *mat.SymDense, floor float64, larger []float64, vectors mat.Matrix) *Spiked {
	n, r := vectors.Dims()
	s := &Spiked{SymDense: g, floor: floor, above: make([]float64, r), spikes: kernel.View(mat.DenseCopyOf(vectors).RawMatrix().Data, n, r, r)}
	for k, v := range larger {
		s.above[k] = v - floor
	}
	return s
}

// directions returns the number of directions of the spikes, 0 for the identity, nil.
func (g *Spiked) directions() int {
	if g == nil {
		return 0
	}
	return len(g.above)
}

// powers returns ⟨(f·x)²⟩ for two rows of filters [2×N], added to two sums. A nil G is the identity.
// Received [2×directions] is memory.
func (g *Spiked) powers(a, b float64, rows, received *kernel.Matrix) (float64, float64) {
	if g == nil {
		return a + square(rows.Row(0)), b + square(rows.Row(1))
	}
	kernel.Multiply(received, rows, &g.spikes)
	return g.power(a, rows.Row(0), received.Row(0)), g.power(b, rows.Row(1), received.Row(1))
}

// power returns a sum and ⟨(f·x)²⟩ for a row of a filter, of which the directions received that much.
func (g *Spiked) power(sum float64, row, received []float64) float64 {
	sum += float64(g.floor * square(row))
	for k, y := range received {
		sum += float64(g.above[k] * (y * y))
	}
	return sum
}

// square returns ‖x‖².
func square(x []float64) float64 { return kernel.Dot(x, x) }
