package stimulus

import "twophase/internal/kernel"

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
