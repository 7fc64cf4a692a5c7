package fileformat

import (
	"encoding/binary"
	"math"
)

// An element is the type of the numbers of a binary file.
type element struct {
	kind      byte // 'f', 'i' or 'u'
	size      int  // bytes
	bigEndian bool
}

// decode fills x with the numbers of one row, and leaves raw in little-endian
// order. Integers of 64 bits are rounded to the nearest float64.
func (e element) decode(x []float64, raw []byte) {
	if e.bigEndian {
		reverseEach(raw, e.size)
	}
	little := binary.LittleEndian
	switch {
	case e.size == 1 && e.kind == 'u':
		for i := range x {
			x[i] = float64(raw[i])
		}
	case e.size == 1:
		for i := range x {
			x[i] = float64(int8(raw[i]))
		}
	case e.size == 2 && e.kind == 'f':
		for i := range x {
			x[i] = half(little.Uint16(raw[2*i:]))
		}
	case e.size == 2 && e.kind == 'u':
		for i := range x {
			x[i] = float64(little.Uint16(raw[2*i:]))
		}
	case e.size == 2:
		for i := range x {
			x[i] = float64(int16(little.Uint16(raw[2*i:])))
		}
	case e.size == 4 && e.kind == 'u':
		for i := range x {
			x[i] = float64(little.Uint32(raw[4*i:]))
		}
	case e.size == 4 && e.kind == 'i':
		for i := range x {
			x[i] = float64(int32(little.Uint32(raw[4*i:])))
		}
	case e.size == 4:
		for i := range x {
			x[i] = float64(math.Float32frombits(little.Uint32(raw[4*i:])))
		}
	case e.kind == 'u':
		for i := range x {
			x[i] = float64(little.Uint64(raw[8*i:]))
		}
	case e.kind == 'i':
		for i := range x {
			x[i] = float64(int64(little.Uint64(raw[8*i:])))
		}
	default:
		for i := range x {
			x[i] = math.Float64frombits(little.Uint64(raw[8*i:]))
		}
	}
}

// half returns the number of the 16 bits of IEEE 754 binary16.
func half(bits uint16) float64 {
	sign, exponent, fraction := bits>>15, int(bits>>10&31), float64(bits&1023)
	v := 0.0
	switch exponent {
	case 0:
		v = math.Ldexp(fraction, -24)
	case 31:
		v = math.Inf(1)
		if fraction != 0 {
			v = math.NaN()
		}
	default:
		v = math.Ldexp(1024+fraction, exponent-25)
	}
	if sign == 1 {
		v = -v
	}
	return v
}

// reverseEach reverses the bytes of each number of a row.
func reverseEach(raw []byte, size int) {
	for ; len(raw) >= size && size > 1; raw = raw[size:] {
		for i, j := 0, size-1; i < j; i, j = i+1, j-1 {
			raw[i], raw[j] = raw[j], raw[i]
		}
	}
}
