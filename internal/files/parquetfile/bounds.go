package parquetfile

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"

	"github.com/parquet-go/parquet-go/format"
)

// Int32, Int64 and Double return a number as a plain value.
func Int32(v int32) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(v)) }

// Int64 returns a number as a plain value.
func Int64(v int64) []byte { return binary.LittleEndian.AppendUint64(nil, uint64(v)) }

// Double returns a number as a plain value.
func Double(v float64) []byte {
	return binary.LittleEndian.AppendUint64(nil, math.Float64bits(v))
}

// Bounds returns the least and the greatest of some numbers, passing over NaN,
// as plain values; nil if there are none. As Parquet asks, a zero is negative as
// the least and positive as the greatest. Of NaN alone the bounds are infinite.
func Bounds(values []float64) (least, greatest []byte) {
	if len(values) == 0 {
		return nil, nil
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v < low {
			low = v
		}
		if v > high {
			high = v
		}
	}
	switch {
	case low > high:
		low, high = high, low
	case low == 0:
		low = math.Copysign(0, -1)
	}
	if high == 0 {
		high = 0 // not −0
	}
	return Double(low), Double(high)
}

// compare orders two plain values.
func compare(t format.Type, a, b []byte) int {
	le := binary.LittleEndian
	switch t {
	case format.Int32:
		return cmp.Compare(int32(le.Uint32(a)), int32(le.Uint32(b)))
	case format.Int64:
		return cmp.Compare(int64(le.Uint64(a)), int64(le.Uint64(b)))
	case format.Double:
		return cmp.Compare(math.Float64frombits(le.Uint64(a)), math.Float64frombits(le.Uint64(b)))
	}
	return bytes.Compare(a, b)
}
