package stimulus

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
)

// ImageShape returns the rows and columns of the images that a file holds, if it is an
// IDX file of images, which may be compressed by gzip; 0 if it is any other file.
func ImageShape(path string) (rows, columns int, err error) {
	file, _, err := openRegular(path)
	if err != nil {
		return 0, 0, fmt.Errorf("read the shape of the images in %s: %w", path, err)
	}
	defer file.Close()
	in := bufio.NewReader(file)
	if startsWith(in, "\x1f\x8b") {
		unzipped, err := gzip.NewReader(in)
		if err != nil {
			return 0, 0, fmt.Errorf("read the shape of the images in %s: %w", path, err)
		}
		in = bufio.NewReader(unzipped)
	}
	var header [16]byte // of three dimensions: how many, rows, columns
	if !isIDX(in) {
		return 0, 0, nil
	}
	if _, err := io.ReadFull(in, header[:]); err != nil || header[3] != 3 {
		return 0, 0, nil
	}
	return int(binary.BigEndian.Uint32(header[8:])), int(binary.BigEndian.Uint32(header[12:])), nil
}
