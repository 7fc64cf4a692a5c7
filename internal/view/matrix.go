package view

import (
	"math"

	"twophase/internal/number"
)

var notKnown = number.Number(math.NaN())

// Limits of matrices that are sent or read.
const (
	matrixLimit   = 200_000 // numbers of a matrix that is sent as it is
	blocksLimit   = 400     // rows and columns of one that is sent as blocks
	snapshotLimit = 8 << 20 // numbers of all that are read
)

// newSnapshot returns a snapshot, with its large matrices as blocks.
func newSnapshot(step int64, inputs, outputs int, w, m, y []float64) *Snapshot {
	s := &Snapshot{Step: step, Y: y}
	if len(w) <= matrixLimit {
		s.W = w
	} else {
		s.WBlocks = newBlocks(w, outputs, inputs)
	}
	if len(m) <= matrixLimit {
		s.M = m
	} else {
		s.MBlocks = newBlocks(m, outputs, outputs)
	}
	return s
}

// newBlocks turns a matrix into blocks. It leaves out numbers that are not finite, unless a
// block has no others.
func newBlocks(v []float64, rows, columns int) *Blocks {
	b := &Blocks{Rows: min(rows, blocksLimit), Columns: min(columns, blocksLimit)}
	n := b.Rows * b.Columns
	b.Mean, b.Extreme = make(Vector, n), make(Vector, n)
	counts := make([]int, n)
	for i := range rows {
		for j := range columns {
			x := v[i*columns+j]
			if math.IsNaN(x) {
				continue
			}
			at := i*b.Rows/rows*b.Columns + j*b.Columns/columns
			if counts[at]++; math.Abs(x) > math.Abs(b.Extreme[at]) {
				b.Extreme[at] = x
			}
			b.Mean[at] += (x - b.Mean[at]) / float64(counts[at])
		}
	}
	for at, count := range counts {
		if count == 0 {
			b.Mean[at], b.Extreme[at] = math.NaN(), math.NaN()
		}
	}
	return b
}
