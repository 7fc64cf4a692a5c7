package subspace

import (
	"gonum.org/v1/gonum/mat"

	"twophase/internal/kernel"
)

// Spiked is second moments with few eigenvalues above the smallest,
//
//	G = f·I + Σ_k (g_k − f)·u_k u_kᵀ,
//
// of which SettlingError uses the directions, in a time of order N and not N².
type Spiked struct {
	*mat.SymDense // G [N×N]

	floor  float64        // f
	above  []float64      // g_k − f
	spikes *kernel.Matrix // u_k, each a row
}

// NewSpiked returns G [N×N] with its smallest eigenvalue, the larger ones g, and their
// eigenvectors as the columns of a matrix [N×len(g)].
func NewSpiked(g *mat.SymDense, floor float64, larger []float64, vectors mat.Matrix) *Spiked {
	n, r := vectors.Dims()
	s := &Spiked{SymDense: g, floor: floor, above: make([]float64, r), spikes: kernel.NewMatrix(r, n)}
	for k, v := range larger {
		s.above[k] = v - floor
	}
	columns(s.spikes, vectors)
	return s
}

// directions returns the number of directions of the spikes, 0 for the identity, nil.
func (g *Spiked) directions() int {
	if g == nil {
		return 0
	}
	return len(g.above)
}

// addPower returns the sum and ⟨(f·x)²⟩ for the row of a filter. A nil G is the identity. Received [directions] is memory.
func (g *Spiked) addPower(sum float64, row, received []float64) float64 {
	if g == nil {
		return sum + kernel.Dot(row, row)
	}
	sum += float64(g.floor * kernel.Dot(row, row))
	g.spikes.Forward(row)
	g.spikes.Total(received)
	for k, y := range received {
		sum += float64(g.above[k] * (y * y))
	}
	return sum
}
