//go:build !js

package stimulus

import (
	"bufio"
	"io"
)

// openFormat opens the rows of a file of size bytes, by the name of its format. The array is that of openPlain.
func openFormat(path string, file io.ReaderAt, size int64, how Layout) (rows rowReader, direct *array, err error) {
	switch name, member := splitMember(path); {
	case isArchive(name):
		rows, err = openMember(file, size, member)
	case extension(name) == ".mat":
		rows, err = openMAT(file, size, member)
	case extension(name) == ".parquet":
		rows, err = openParquet(file, size, how)
	default:
		return openPlain(io.NewSectionReader(file, 0, size), size, name, how)
	}
	return rows, nil, err
}

// openPlain opens a file that is not an archive. The array is that of the file itself, or nil
// if the numbers cannot be read at their place in it.
func openPlain(file io.Reader, size int64, name string, how Layout) (rowReader, *array, error) {
	counted := &countingReader{Reader: file}
	in := bufio.NewReaderSize(counted, readAhead)
	packed := startsWith(in, gzipMagic)
	if packed {
		unzipped, err := newGzip(in, counted)
		if err != nil {
			return nil, nil, err
		}
		in, size = bufio.NewReaderSize(unzipped, readAhead), unknownSize
	}
	rows, err := newRowReader(in, size, name, how)
	if err != nil {
		return nil, nil, err
	}
	if a, ok := rows.(*arrayReader); ok && !packed {
		return rows, &a.array, nil
	}
	return rows, nil, nil
}
