package subspace

import (
	"sync"

	"gonum.org/v1/gonum/mat"
)

// scratch is memory that one measure leaves to the next, so that measures that are taken
// again and again leave little garbage.
type scratch struct {
	svd        mat.SVD
	a, b, c, d mat.Dense
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// borrow returns scratch memory with empty matrices.
func borrow() *scratch { return scratches.Get().(*scratch) }

// mostKept is the largest number of elements of a matrix whose memory is kept.
const mostKept = 1 << 17

// giveBack ends the use of scratch memory.
func (s *scratch) giveBack() {
	if len(s.a.RawMatrix().Data) > mostKept {
		return
	}
	for _, m := range []*mat.Dense{&s.a, &s.b, &s.c, &s.d} {
		m.Reset()
	}
	scratches.Put(s)
}
