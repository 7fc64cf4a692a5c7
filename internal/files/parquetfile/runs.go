package parquetfile

import (
	"encoding/binary"
	"fmt"
)

// Runs encodes small numbers that come in runs (the RLE/bit-packing hybrid,
// without bit-packing): a run costs two bytes or three, whatever its length. It
// serves for indices into a dictionary of up to 256 values and, with a Width of
// 1, for levels. The zero value with a Width is ready for use.
type Runs struct {
	Width int // bits of a number, 1 … 8

	bytes []byte
	value byte
	count int
}

// Reset makes the encoding empty.
func (r *Runs) Reset() { r.bytes, r.count = r.bytes[:0], 0 }

// Add appends a run of n times v.
func (r *Runs) Add(v byte, n int) {
	if v != r.value {
		r.end()
		r.value = v
	}
	r.count += n
}

// end writes the last run.
func (r *Runs) end() {
	if r.count > 0 {
		r.bytes = binary.AppendUvarint(r.bytes, uint64(r.count)<<1)
		r.bytes = append(r.bytes, r.value)
		r.count = 0
	}
}

// Levels returns the numbers in the form of a page's levels. They are valid
// until Reset.
func (r *Runs) Levels() []byte {
	r.end()
	return r.bytes
}

// AppendIndices appends the numbers in the form of a page's indices into a
// dictionary: their width first.
func (r *Runs) AppendIndices(dst []byte) []byte {
	r.end()
	return append(append(dst, byte(r.Width)), r.bytes...)
}

// Run is a small number that is the same in a number of rows.
type Run struct {
	Value byte
	Rows  int
}

// decodeRuns decodes what Runs encodes, of that many rows in all, and appends it to dst.
func decodeRuns(dst []Run, b []byte, rows int) ([]Run, error) {
	for rows > 0 {
		head, n := binary.Uvarint(b)
		count := head >> 1
		if n <= 0 || len(b) == n || head&1 != 0 || count == 0 || count > uint64(rows) {
			return nil, fmt.Errorf("its runs are damaged, %d rows before their end", rows)
		}
		dst = append(dst, Run{b[n], int(count)})
		rows -= int(count)
		b = b[n+1:]
	}
	return dst, nil
}
