package parquetfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/parquet-go/parquet-go/format"
)

// Run is a small number that is the same in a number of rows.
type Run struct {
	Value byte
	Rows  int
}

// Indices decodes the indices of a page into a dictionary of less than n texts, as
// runs that are appended to dst.
func (v PageValues) Indices(dst []Run, n int) ([]Run, error) {
	if v.Encoding != format.RLEDictionary || len(v.Bytes) == 0 || v.Present != nil {
		return nil, v.foreign()
	}
	dst, err := decodeRuns(dst, v.Bytes[1:], int(v.Bytes[0]), v.Rows)
	for _, r := range dst {
		if int(r.Value) >= n {
			return nil, errors.New("an index is outside its dictionary")
		}
	}
	return dst, err
}

func (v PageValues) foreign() error {
	return fmt.Errorf("values are encoded by %v: twophase does not write them so", v.Encoding)
}

// decodeRuns decodes the form of Runs, or of any writer's RLE/bit-packing hybrid, of
// numbers of a width of up to 8 bits, as runs of that many rows in all, which are
// appended to dst.
func decodeRuns(dst []Run, b []byte, width, rows int) ([]Run, error) {
	if width < 0 || width > 8 {
		return nil, fmt.Errorf("runs of numbers of %d bits", width)
	}
	add := func(v byte, n int) {
		n = min(n, rows)
		rows -= n
		if last := len(dst) - 1; last >= 0 && dst[last].Value == v {
			dst[last].Rows += n
		} else if n > 0 {
			dst = append(dst, Run{v, n})
		}
	}
	for rows > 0 {
		head, n := binary.Uvarint(b)
		if n <= 0 || head>>1 == 0 {
			return nil, errShort
		}
		b = b[n:]
		if head&1 == 0 {
			size := (width + 7) / 8
			if len(b) < size {
				return nil, errShort
			}
			v := byte(0)
			if size == 1 {
				v = b[0]
			}
			add(v, int(min(head>>1, uint64(rows))))
			b = b[size:]
			continue
		}
		groups := int(min(head>>1, uint64(rows+7)/8))
		if len(b) < groups*width {
			return nil, errShort
		}
		for i := 0; i < 8*groups; i++ {
			at := i * width
			var two uint16
			for k := at / 8; k < min(at/8+2, len(b)); k++ {
				two |= uint16(b[k]) << (8 * (k - at/8))
			}
			add(byte(two>>(at%8)&(1<<width-1)), 1)
		}
		b = b[groups*width:]
	}
	return dst, nil
}

// Integers decodes numbers that are coded by their differences (delta, binary
// packed), into dst, which it returns with Count numbers.
func (v PageValues) Integers(dst []int64) ([]int64, error) {
	dst = slices.Grow(dst[:0], v.Count)[:v.Count]
	if v.Encoding != format.DeltaBinaryPacked {
		return nil, v.foreign()
	}
	return dst, decodeDeltas(dst, v.Bytes)
}

// decodeDeltas fills dst. The bytes are followed by eight zeros.
func decodeDeltas(dst []int64, b []byte) error {
	c := &compact{bytes: b}
	block, minis, total, first := c.uvarint(), c.uvarint(), c.uvarint(), c.int()
	if c.err != nil {
		return c.err
	}
	if block == 0 || block > 1<<16 || minis == 0 || minis > 512 || block%minis != 0 || block/minis%32 != 0 || total != uint64(len(dst)) {
		return fmt.Errorf("%d numbers in blocks of %d and %d where there should be %d", total, block, minis, len(dst))
	}
	if len(dst) == 0 {
		return nil
	}
	mini := int(block / minis)
	padded := b[:len(b)+8]
	dst[0] = first
	last, rest := first, dst[1:]
	for len(rest) > 0 {
		least := c.int()
		widths := c.next(minis)
		if c.err != nil {
			return c.err
		}
		for _, w := range widths {
			if len(rest) == 0 {
				break
			}
			width := int(w)
			if width > 64 {
				return fmt.Errorf("differences of %d bits", width)
			}
			start := c.at
			if c.next(uint64(mini/8*width)) == nil {
				return c.err
			}
			some := rest[:min(mini, len(rest))]
			rest = rest[len(some):]
			switch {
			case width == 0:
				for i := range some {
					last += least
					some[i] = last
				}
			case width <= 56:
				mask := uint64(1)<<width - 1
				bits := 8 * start
				for i := range some {
					d := binary.LittleEndian.Uint64(padded[bits>>3:]) >> (bits & 7) & mask
					last += least + int64(d)
					some[i] = last
					bits += width
				}
			default:
				for i := range some {
					last += least + int64(wide(padded[start:], i*width, width))
					some[i] = last
				}
			}
		}
	}
	return nil
}

// wide reads a number of more than 56 bits.
func wide(b []byte, at, width int) (v uint64) {
	for k := range width {
		v |= uint64(b[(at+k)/8]>>((at+k)%8)&1) << k
	}
	return v
}

// Doubles are the numbers of a page. Each is decoded when it is asked for.
type Doubles struct {
	bytes []byte
	n     int
}

// Doubles returns the numbers of a page whose bytes are split. They are valid until
// the reader's next page.
func (v PageValues) Doubles() (Doubles, error) {
	if v.Encoding != format.ByteStreamSplit {
		return Doubles{}, v.foreign()
	}
	if len(v.Bytes) != 8*v.Count {
		return Doubles{}, fmt.Errorf("it has %d bytes for %d numbers", len(v.Bytes), v.Count)
	}
	return Doubles{v.Bytes, v.Count}, nil
}

// At returns number i of those that are not null.
func (d Doubles) At(i int) float64 {
	n, b := d.n, d.bytes
	return math.Float64frombits(uint64(b[i]) | uint64(b[n+i])<<8 | uint64(b[2*n+i])<<16 | uint64(b[3*n+i])<<24 |
		uint64(b[4*n+i])<<32 | uint64(b[5*n+i])<<40 | uint64(b[6*n+i])<<48 | uint64(b[7*n+i])<<56)
}

// Append appends all numbers.
func (d Doubles) Append(dst []float64) []float64 {
	for i := range d.n {
		dst = append(dst, d.At(i))
	}
	return dst
}
