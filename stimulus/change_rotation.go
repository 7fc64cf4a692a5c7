package stimulus

import (
	"math"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
)

// rotation is a rotation Q(θ) of the space of stimuli R^N by one angle θ in disjoint
// planes, each spanned by two directions p_j and q_j: it brings p_j towards q_j,
//
//	Q(θ)x = x + Σ_j ((cos θ − 1)α_j − sin θ β_j) p_j + ((cos θ − 1)β_j + sin θ α_j) q_j
//	α_j = p_j·x,   β_j = q_j·x,
//
// which costs O(N·m) for m planes.
type rotation struct {
	m           int
	from, to    [][]float64     // p_1 … p_m and q_1 … q_m, all orthonormal, each [N]
	rows        *kernel.Matrix  // p_1 … p_m, q_1 … q_m [2m×N]
	columns     *kernel.Columns // the same [N×2m]
	sin, versed float64         // sin θ, cos θ − 1

	parts, weights []float64    // α, β and what is added of p, q [2m]
	x, w           [1][]float64 // the arguments of Combine
}

// newRotation returns the rotation by an angle of 0.
func newRotation(from, to [][]float64) *rotation {
	m, n := len(from), len(from[0])
	t := &rotation{
		m: m, from: from, to: to,
		rows:    kernel.NewMatrix(2*m, n),
		columns: kernel.NewColumns(n, 2*m),
		parts:   make([]float64, 2*m),
		weights: make([]float64, 2*m),
	}
	for j := range m {
		copy(t.rows.Row(j), from[j])
		copy(t.rows.Row(m+j), to[j])
		t.columns.SetColumn(j, from[j])
		t.columns.SetColumn(m+j, to[j])
	}
	t.w[0] = t.weights
	return t
}

// by sets the angle and returns the rotation.
func (t *rotation) by(degrees float64) *rotation {
	sin, cos := kernel.SinCosDegrees(degrees)
	t.sin, t.versed = sin, cos-1
	return t
}

// apply turns x [N].
func (t *rotation) apply(x []float64) {
	t.rows.Forward(x)
	t.rows.Total(t.parts)
	for j, a := range t.parts[:t.m] {
		b := t.parts[t.m+j]
		t.weights[j] = math.FMA(-t.sin, b, float64(t.versed*a))
		t.weights[t.m+j] = math.FMA(t.sin, a, float64(t.versed*b))
	}
	t.x[0] = x
	t.columns.Combine(t.x[:], 1, t.x[:], t.w[:])
}

// turned returns copies of vectors after the rotation.
func (t *rotation) turned(vectors [][]float64) [][]float64 {
	all := make([][]float64, len(vectors))
	for k, v := range vectors {
		all[k] = kernel.Aligned(len(v))
		copy(all[k], v)
		t.apply(all[k])
	}
	return all
}

// newPlanes returns the planes of turn number number of a subspace spanned by K orthonormal
// directions, each [N]. There are min(K, N−K) planes. Each is spanned by one of the
// directions, from the first on, and a random direction of the complement of the subspace.
// After a turn by θ all principal angles with the former subspace are θ, except those that
// are 0 because K > N−K.
//
// The directions of the complement are drawn anew for every turn. If they were the next
// principal ones, a second turn would continue in the planes of the first, and the subspace
// would move on a circle and come back.
func newPlanes(subspace [][]float64, stream random.Stream, number int) *rotation {
	k, n := len(subspace), len(subspace[0])
	m := min(k, n-k)
	basis := append(make([][]float64, 0, k+m), subspace...)
	for j := range m {
		q := kernel.Aligned(n)
		stream.Normals(q, uint64(number)*uint64(n)+uint64(j))
		kernel.Orthogonalize(q, basis)
		kernel.Normalize(q)
		basis = append(basis, q)
	}
	return newRotation(basis[:m:m], basis[k:])
}

// rotations is a product of rotations, Q = Q_n … Q_1. They are applied one by one as long as their
// planes are spanned by at most N directions. After that they are one matrix [N×N], which
// costs no more. So a stimulus costs O(N²) at most, whatever their number.
type rotations struct {
	list   []*rotation
	matrix *kernel.Columns // instead of the list

	x, w [1][]float64 // the arguments of Combine
}

// add adds the next rotation, at O(N²·K) if they are a matrix.
func (s *rotations) add(t *rotation) {
	n, column := len(t.from[0]), kernel.Aligned(len(t.from[0]))
	if s.matrix != nil {
		for j := range n {
			s.matrix.Column(column, j)
			t.apply(column)
			s.matrix.SetColumn(j, column)
		}
		return
	}
	if s.list = append(s.list, t); 2*t.m*len(s.list) <= n {
		return
	}
	matrix := kernel.NewColumns(n, n)
	for j := range n {
		clear(column)
		column[j] = 1
		s.apply(column)
		matrix.SetColumn(j, column)
	}
	s.matrix, s.list, s.w[0] = matrix, nil, column
}

// apply turns x [N].
func (s *rotations) apply(x []float64) {
	for _, t := range s.list {
		t.apply(x)
	}
	if s.matrix != nil {
		copy(s.w[0], x)
		s.x[0] = x
		s.matrix.Combine(s.x[:], 0, s.x[:], s.w[:])
	}
}
