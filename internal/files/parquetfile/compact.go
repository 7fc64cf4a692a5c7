package parquetfile

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// compact reads structures in Thrift's compact protocol, in which Parquet writes everything
// except columns. It does not trust the bytes: a length or a count may not exceed the bytes
// that are left, so that the result is never much larger than the input. After an error all
// that it reads is zero.
type compact struct {
	bytes []byte
	at    int
	deep  int // structures and lists that are being skipped
	err   error
}

// The types of the protocol.
const (
	thriftStop   = 0
	thriftTrue   = 1
	thriftFalse  = 2
	thriftByte   = 3
	thriftI16    = 4
	thriftI32    = 5
	thriftI64    = 6
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftSet    = 10
	thriftMap    = 11
	thriftStruct = 12
)

// errShort is the error of bytes that end too early.
var errShort = errors.New("it ends in the middle")

// deepest bounds the nesting of structures, somewhat above that of Parquet.
const deepest = 16

func (c *compact) fail(err error) {
	if c.err == nil {
		c.err = err
	}
	c.at = len(c.bytes)
}

// next returns the next n bytes, or nil after an error.
func (c *compact) next(n uint64) []byte {
	if c.err != nil || n > uint64(len(c.bytes)-c.at) {
		c.fail(errShort)
		return nil
	}
	b := c.bytes[c.at : c.at+int(n)]
	c.at += int(n)
	return b
}

func (c *compact) byte() byte {
	if b := c.next(1); b != nil {
		return b[0]
	}
	return 0
}

func (c *compact) uvarint() uint64 {
	v, n := binary.Uvarint(c.bytes[c.at:])
	if c.err != nil || n <= 0 {
		c.fail(errShort)
		return 0
	}
	c.at += n
	return v
}

// int reads an integer of any size.
func (c *compact) int() int64 {
	v := c.uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

// text reads a text or a number of bytes, as a part of what is read.
func (c *compact) text() []byte { return c.next(c.uvarint()) }

// fields calls f for every field of a structure. f reads the field, or returns
// false to have it skipped. A boolean field is its type.
func (c *compact) fields(f func(id int64, kind byte) bool) {
	id := int64(0)
	for c.err == nil {
		head := c.byte()
		kind := head & 0x0f
		if kind == thriftStop || c.err != nil {
			return
		}
		if delta := int64(head >> 4); delta != 0 {
			id += delta
		} else {
			id = c.int()
		}
		if !f(id, kind) {
			c.skip(kind)
		}
	}
}

// list calls f for every element of a list of a kind.
func (c *compact) list(kind byte, f func(i int)) {
	n, k := c.listHead()
	if n > 0 && k != kind && (kind != thriftTrue || k != thriftFalse) {
		c.fail(fmt.Errorf("it has a list of another type"))
	}
	for i := 0; i < n && c.err == nil; i++ {
		f(i)
	}
}

// listHead reads the number of elements of a list. Each takes at least a byte.
func (c *compact) listHead() (n int, kind byte) {
	head := c.byte()
	size := uint64(head >> 4)
	if size == 15 {
		size = c.uvarint()
	}
	if size > uint64(len(c.bytes)-c.at) {
		c.fail(errShort)
		return 0, 0
	}
	return int(size), head & 0x0f
}

// skip skips a value.
func (c *compact) skip(kind byte) {
	if c.deep++; c.deep > deepest {
		c.fail(errors.New("it is nested too deep"))
	}
	switch kind {
	case thriftTrue, thriftFalse: // the type is the value
	case thriftByte:
		c.next(1)
	case thriftI16, thriftI32, thriftI64:
		c.uvarint()
	case thriftDouble:
		c.next(8)
	case thriftBinary:
		c.text()
	case thriftList, thriftSet:
		n, k := c.listHead()
		for i := 0; i < n && c.err == nil; i++ {
			c.skipElement(k)
		}
	case thriftMap:
		n := c.uvarint()
		var kinds byte
		if n > 0 {
			kinds = c.byte()
		}
		for ; n > 0 && c.err == nil; n-- {
			c.skipElement(kinds >> 4)
			c.skipElement(kinds & 0x0f)
		}
	case thriftStruct:
		c.fields(func(int64, byte) bool { return false })
	default:
		c.fail(fmt.Errorf("it has a value of the unknown type %d", kind))
	}
	c.deep--
}

// skipElement skips an element of a list or a map, where a boolean takes a byte.
func (c *compact) skipElement(kind byte) {
	if kind == thriftTrue || kind == thriftFalse {
		kind = thriftByte
	}
	c.skip(kind)
}
