package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// AppendInt appends a number ≥ 0, in one byte if it is below 128.
func AppendInt(dst []byte, n int) []byte { return binary.AppendUvarint(dst, uint64(n)) }

// AppendBool appends a truth value, one byte.
func AppendBool(dst []byte, b bool) []byte {
	if b {
		return append(dst, 1)
	}
	return append(dst, 0)
}

// AppendBytes appends bytes after their number.
func AppendBytes(dst, b []byte) []byte { return append(AppendInt(dst, len(b)), b...) }

// AppendString appends a text after its length in bytes.
func AppendString(dst []byte, s string) []byte { return append(AppendInt(dst, len(s)), s...) }

// AppendFloats appends numbers, eight bytes each, after their number.
func AppendFloats(dst []byte, numbers []float64) []byte {
	dst = AppendInt(dst, len(numbers))
	for _, v := range numbers {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(v))
	}
	return dst
}

// Reader reads what was appended, in the same order. After the first error it reads only zeros: see
// Err.
type Reader struct {
	rest []byte
	err  error
}

// NewReader returns a reader of bytes, which it does not copy.
func NewReader(b []byte) *Reader { return &Reader{rest: b} }

// Err returns the first error.
func (r *Reader) Err() error { return r.err }

// End returns Err, or an error if there is something left to read.
func (r *Reader) End() error {
	if r.err == nil && len(r.rest) > 0 {
		r.Fail("%d bytes too many", len(r.rest))
	}
	return r.err
}

// Fail notes an error, unless there was one before.
func (r *Reader) Fail(format string, a ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, a...)
		r.rest = nil
	}
}

var errShort = errors.New("it ends too early")

// take returns the next n bytes.
func (r *Reader) take(n int) []byte {
	if r.err == nil && n > len(r.rest) {
		r.err, r.rest = errShort, nil
	}
	if r.err != nil {
		return nil
	}
	b := r.rest[:n:n]
	r.rest = r.rest[n:]
	return b
}

// Int reads a number of 0 … most.
func (r *Reader) Int(most int) int {
	n, size := binary.Uvarint(r.rest)
	switch {
	case r.err != nil:
		return 0
	case size == 0:
		r.Fail("%w", errShort)
		return 0
	case size > 1 && r.rest[size-1] == 0:
		r.Fail("a number has more bytes than it needs")
		return 0
	case size < 0 || n > uint64(most):
		r.Fail("a number is not in 0 … %d", most)
		return 0
	}
	r.rest = r.rest[size:]
	return int(n)
}

// Count reads the number of elements that follow, each of at least one byte.
func (r *Reader) Count() int { return r.Int(len(r.rest)) }

// Bool reads a truth value.
func (r *Reader) Bool() bool { return r.Int(1) == 1 }

// Bytes reads bytes, without copying them.
func (r *Reader) Bytes() []byte { return r.take(r.Count()) }

// String reads a text.
func (r *Reader) String() string { return string(r.Bytes()) }

// Floats reads at most most numbers and appends them to dst.
func (r *Reader) Floats(dst []float64, most int) []float64 {
	n := r.Int(min(most, len(r.rest)/8))
	b := r.take(8 * n)
	for ; len(b) > 0; b = b[8:] {
		dst = append(dst, math.Float64frombits(binary.LittleEndian.Uint64(b)))
	}
	return dst
}
