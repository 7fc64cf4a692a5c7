package view

import (
	"math"

	"twophase/internal/experiment"
)

var notKnown = experiment.Number(math.NaN())

// What is sent and read of matrices at most.
const (
	matrixLimit   = 200_000 // numbers of one that is sent as it is
	blocksLimit   = 400     // rows and columns of one that is made smaller
	snapshotLimit = 8 << 20 // numbers of all that are read
)

// newSnapshot returns a snapshot, its large matrices made smaller.
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

// newBlocks makes a matrix smaller. What is not a number does not count, unless a block
// holds nothing else.
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
