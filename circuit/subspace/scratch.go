package subspace

import (
	"sync"

	"gonum.org/v1/gonum/mat"

	"twophase/internal/numerics/kernel"
)

// scratch is memory that one measure leaves to the next, so that measures that are taken
// again and again leave no garbage.
type scratch struct {
	a, b, c, d, e kernel.Matrix
	values        []float64
	tables        [3]kernel.Matrix // of any memory
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// borrow returns scratch memory with matrices of any shape.
func borrow() *scratch { return scratches.Get().(*scratch) }

// giveBack ends the use of scratch memory.
func (s *scratch) giveBack() {
	s.tables = [3]kernel.Matrix{}
	if cap(s.values) > kernel.MostKept {
		return
	}
	for _, m := range []*kernel.Matrix{&s.a, &s.b, &s.c, &s.d, &s.e} {
		if w, _ := m.Padded(); cap(w) > kernel.MostKept {
			return
		}
	}
	scratches.Put(s)
}

// shaped returns a matrix as one [rows×cols] of any content.
func shaped(m *kernel.Matrix, rows, cols int) *kernel.Matrix {
	m.Reshape(rows, cols)
	return m
}

// numbers returns n numbers of any content.
func (s *scratch) numbers(n int) []float64 {
	if cap(s.values) < n {
		s.values = make([]float64, n)
	}
	return s.values[:n]
}

// table returns a matrix without padding: in its own memory or, where it is stored in another way, a copy. It is
// the table of that number until the next one.
func (s *scratch) table(which int, a mat.Matrix) *kernel.Matrix {
	n, k := a.Dims()
	if a, ok := a.(*mat.Dense); ok && a.RawMatrix().Stride == k {
		return s.tableOf(which, a.RawMatrix().Data, n, k)
	}
	all := make([]float64, n*k)
	for i := range n {
		mat.Row(all[i*k:][:k], i, a)
	}
	return s.tableOf(which, all, n, k)
}

// tableOf is table for numbers [n×k].
func (s *scratch) tableOf(which int, all []float64, n, k int) *kernel.Matrix {
	s.tables[which] = kernel.View(all, n, k, k)
	return &s.tables[which]
}
