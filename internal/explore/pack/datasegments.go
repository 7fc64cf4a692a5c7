package main

import (
	"encoding/binary"
	"errors"
	"fmt"
)

const (
	word     = 8    // bytes
	constant = 0x41 // the instruction before the place of a segment
	end      = 0x0b // and that behind it
)

var errData = errors.New("the data of the program are not as the linker of Go writes them")

// imageOf returns a section of data with one segment in the place of many: its head, and the image of the memory with all that
// follows the section. The linker leaves zeros out, and so writes 100 000 segments, whose heads are larger than zeros that
// are packed. In the image words stand at whole words.
func imageOf(section []byte) (head, image []byte, err error) {
	body, rest, err := counted(section[1:])
	if err != nil {
		return nil, nil, err
	}
	n, size := binary.Uvarint(body)
	if size <= 0 {
		return nil, nil, errData
	}
	first := 0
	for body = body[size:]; n > 0; n-- {
		if len(body) < 3 || body[0] != 0 || body[1] != constant {
			return nil, nil, errData
		}
		place, size := binary.Uvarint(body[2:])
		if size <= 0 || 2+size >= len(body) || body[2+size] != end {
			return nil, nil, errData
		}
		var bytes []byte
		if bytes, body, err = counted(body[3+size:]); err != nil {
			return nil, nil, err
		}
		if image == nil {
			first = int(place) &^ (word - 1)
		}
		at := int(place) - first
		if at < 0 {
			return nil, nil, fmt.Errorf("%w: a segment at byte %d of the memory comes before the first one", errData, place)
		}
		if more := at + len(bytes) - len(image); more > 0 {
			image = append(image, make([]byte, more)...)
		}
		copy(image[at:], bytes) // one that covers another takes its place, as in the memory
	}
	inside := append(signed([]byte{1, 0, constant}, first), end)
	inside = binary.AppendUvarint(inside, uint64(len(image)))
	head = binary.AppendUvarint([]byte{section[0]}, uint64(len(inside)+len(image)))
	return append(head, inside...), append(image, rest...), nil
}

// counted returns bytes that stand behind their number, and what follows them.
func counted(text []byte) (bytes, rest []byte, err error) {
	n, size := binary.Uvarint(text)
	if size <= 0 || n > uint64(len(text)-size) {
		return nil, nil, errData
	}
	return text[size : size+int(n)], text[size+int(n):], nil
}

// signed appends a number, 0 or more, as the place of a segment is written: with room for a sign.
func signed(to []byte, n int) []byte {
	to = binary.AppendUvarint(to, uint64(n))
	if last := len(to) - 1; to[last]&0x40 != 0 {
		to[last] |= 0x80
		to = append(to, 0)
	}
	return to
}
