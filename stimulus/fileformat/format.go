//go:build !js

package fileformat

import (
	"bufio"
	"errors"
	"io"
)

// openFormat opens the rows of a file of size bytes, by the name of its format. The array is that of openPlain.
func openFormat(path string, file io.ReaderAt, size int64, how Layout) (rows rowReader, direct *Array, err error) {
	switch name, member := SplitName(path); {
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
func openPlain(file io.Reader, size int64, name string, how Layout) (rowReader, *Array, error) {
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
		return rows, &a.Array, nil
	}
	return rows, nil, nil
}

// newRowReader recognises the format of in and reads its beginning.
func newRowReader(in *bufio.Reader, size int64, name string, how Layout) (rowReader, error) {
	if _, err := in.Peek(1); err == io.EOF {
		return nil, errors.New("the file is empty")
	} else if err != nil {
		return nil, explain(err)
	}
	if isIDX(in) {
		return newIDX(in, size)
	}
	if startsWith(in, "\x89HDF\r\n\x1a\n") {
		return nil, hdf5(name, "")
	}
	switch extension(name) {
	case ".csv", ".tsv", ".txt":
		return newText(in, how)
	case ".npy":
		return newNPY(in, size)
	}
	return nil, errors.New("the format is not known: stimuli are read from text (.csv, .tsv, .txt), .npy, .npz, .mat and .parquet files (or .csv.gz, .npy.gz) and from IDX files of any name")
}
