package fileformat

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// idxElements are the types of the IDX format by the third byte of its magic
// number (The MNIST database of handwritten digits).
var idxElements = map[byte]element{
	0x08: {'u', 1, true},
	0x09: {'i', 1, true},
	0x0B: {'i', 2, true},
	0x0C: {'i', 4, true},
	0x0D: {'f', 4, true},
	0x0E: {'f', 8, true},
}

// isIDX reports whether a file begins with the magic number of IDX: two zeros, a
// type and a number of dimensions.
func isIDX(in *bufio.Reader) bool {
	magic, _ := in.Peek(4)
	if len(magic) < 4 || magic[0] != 0 || magic[1] != 0 || magic[3] == 0 {
		return false
	}
	_, known := idxElements[magic[2]]
	return known
}

// newIDX reads the header of an IDX file: the magic number and then each
// dimension as a big-endian 32-bit number.
func newIDX(in io.Reader, size int64) (*arrayReader, error) {
	var magic [4]byte
	if _, err := io.ReadFull(in, magic[:]); err != nil {
		return nil, fmt.Errorf("IDX header: %w", explain(err))
	}
	header := make([]byte, 4*int(magic[3]))
	if _, err := io.ReadFull(in, header); err != nil {
		return nil, fmt.Errorf("IDX header: %w", explain(err))
	}
	dims := make([]uint64, magic[3])
	for i := range dims {
		dims[i] = uint64(binary.BigEndian.Uint32(header[4*i:]))
	}
	a, err := newArray(idxElements[magic[2]], int64(len(magic)+len(header)), dims)
	if err != nil {
		return nil, err
	}
	if a.flat != nil {
		a.flat = errors.New("this IDX file has one dimension, so it holds labels and not stimuli: give the file of the images")
	}
	return newArrayReader(in, size, a)
}
