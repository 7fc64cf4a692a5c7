package view

import (
	"math"
	"strconv"
)

// Vector is numbers that JSON writes as null where they are not finite; a nil one is
// null as a whole.
type Vector []float64

// MarshalJSON implements json.Marshaler.
func (v Vector) MarshalJSON() ([]byte, error) {
	if v == nil {
		return []byte("null"), nil
	}
	text := make([]byte, 0, 2+20*len(v))
	text = append(text, '[')
	for i, x := range v {
		if i > 0 {
			text = append(text, ',')
		}
		if math.IsNaN(x) || math.IsInf(x, 0) {
			text = append(text, "null"...)
		} else {
			text = strconv.AppendFloat(text, x, 'g', -1, 64)
		}
	}
	return append(text, ']'), nil
}

// digits is the number of significant digits in a digest.
const digits = 7

// rounded returns a copy to some significant digits.
func (v Vector) rounded() Vector {
	if v == nil {
		return nil
	}
	r := make(Vector, len(v))
	for i, x := range v {
		r[i] = x
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			r[i], _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
		}
	}
	return r
}

// Limits of matrices that are sent or read.
const (
	matrixLimit   = 200_000 // numbers of a matrix that is sent as it is
	blocksLimit   = 400     // rows and columns of one that is sent as blocks
	snapshotLimit = 8 << 20 // numbers of all that are read
)

// Blocks is a large matrix divided into Rows×Columns blocks, with the mean and the extreme of
// each.
type Blocks struct {
	Rows    int    `json:"rows"`
	Columns int    `json:"columns"`
	Mean    Vector `json:"mean"`    // [Rows×Columns]
	Extreme Vector `json:"extreme"` // the element of each block that is furthest from 0
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

// rounded leaves out the means, which the page does not show.
func (b *Blocks) rounded() *Blocks {
	if b == nil {
		return nil
	}
	return &Blocks{Rows: b.Rows, Columns: b.Columns, Extreme: b.Extreme.rounded()}
}

// blockSize returns the number of elements of a block.
func blockSize(b *Blocks) int {
	if b == nil {
		return 0
	}
	return len(b.Extreme)
}
