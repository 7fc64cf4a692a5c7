package subspace

import (
	"sync"

	"gonum.org/v1/gonum/mat"

	"twophase/internal/kernel"
)

// scratch is memory that one measure leaves to the next, so that measures that are taken
// again and again leave no garbage.
type scratch struct {
	a, b, c, d, e kernel.Matrix
	values        []float64
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// borrow returns scratch memory with matrices of any shape.
func borrow() *scratch { return scratches.Get().(*scratch) }

// giveBack ends the use of scratch memory.
func (s *scratch) giveBack() {
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

// columns sets dst [k×n] to the columns of A [n×k].
func columns(dst *kernel.Matrix, a mat.Matrix) {
	n, k := a.Dims()
	switch a := a.(type) {
	case *mat.Dense:
		const near = 64 // rows of A that stay in the nearest cache
		raw := a.RawMatrix()
		for from := 0; from < n; from += near {
			for j := range k {
				row := dst.Row(j)
				for i := from; i < min(from+near, n); i++ {
					row[i] = raw.Data[i*raw.Stride+j]
				}
			}
		}
	default:
		for j := range k {
			row := dst.Row(j)
			for i := range n {
				row[i] = a.At(i, j)
			}
		}
	}
}

// transpose sets dst [k×k] to the transpose of A [k×k].
func transpose(dst, a *kernel.Matrix) {
	for i := range a.Len() {
		for j, v := range a.Row(i) {
			dst.Row(j)[i] = v
		}
	}
}
