package stimulus

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// File is a source of the stimuli in a file, in the file's order. It streams the file. A
// compressed array that is stored by columns is first unpacked into a temporary file.
type File struct {
	path   string
	rows   rowReader
	names  []string  // of the inputs; nil: the file has none
	direct *array    // the numbers in the file itself, nil if packed or text
	closer io.Closer // nil: the caller closes it
}

// A rowReader reads the stimuli of one format. Its errors name the row, and File adds the
// file. A constructor reads the first stimulus, so that the number of inputs is not merely a
// claim of the header.
type rowReader interface {
	// shape returns the number of stimuli, −1 if the file does not state it,
	// and the number of inputs.
	shape() (rows, inputs int)

	// next fills x with the next stimulus. It returns io.EOF after the last
	// one if nothing but the end of the file follows.
	next(x []float64) error
}

// Open opens a file of stimuli:
//
//	data.csv        numbers as text, one stimulus a line; also .tsv and .txt
//	data.parquet    a Parquet file of columns of numbers, one stimulus a row
//	data.npy        a NumPy array, one stimulus a row
//	data.npz        the only array of a NumPy archive
//	data.npz:train  the array "train" of a NumPy archive
//	data.mat        the only matrix of a MATLAB file of version 5 (save -v7)
//	data.mat:X      its matrix X
//	any other name  IDX, which is known by its first bytes
//
// All but archives, MATLAB and Parquet files may be compressed by gzip. Further dimensions are flattened:
// an array of 60000×28×28 holds 60000 stimuli of 784 inputs.
func Open(path string) (*File, error) {
	f, err := open(path)
	if err != nil {
		return nil, fmt.Errorf("opening the stimuli in %s: %w", path, err)
	}
	return f, nil
}

func open(path string) (*File, error) {
	name, _ := splitMember(path)
	file, info, err := openRegular(name)
	if err != nil {
		return nil, err
	}
	aside := new(turned)
	f, err := newFile(path, file, info.Size(), Layout{}, aside)
	if err != nil {
		return nil, errors.Join(err, aside.Close(), file.Close())
	}
	f.closer = closers{aside, file}
	return f, nil
}

// closers are closed one after another.
type closers []io.Closer

// Close implements io.Closer.
func (all closers) Close() (err error) {
	for _, c := range all {
		err = errors.Join(err, c.Close())
	}
	return err
}

// newFile reads the beginning of a file of size bytes. What has to be transposed may be unpacked
// aside.
func newFile(path string, file io.ReaderAt, size int64, how Layout, aside *turned) (f *File, err error) {
	f = &File{path: path}
	asStored := how
	if how.Transpose { // columns are picked afterwards
		asStored = Layout{Delimiter: how.Delimiter}
	}
	if f.rows, f.direct, err = openFormat(path, file, size, asStored); err != nil {
		return nil, err
	}
	_, isText := f.rows.(*textReader)
	named, picksItself := f.rows.(interface{ inputNames() []string })
	stored, isArray := f.rows.(*arrayReader)
	switch {
	case how.Delimiter != "" && !isText:
		return nil, ErrDelimiter
	case how.Transpose != (isArray && stored.fortran):
		turned, err := transpose(f, file, aside)
		if err = errors.Join(err, f.closeRows()); err != nil {
			return nil, err
		}
		f.rows = turned
		f.direct = nil
	case picksItself:
		f.names = named.inputNames()
		return f, nil
	}
	picked, err := how.pick(f.Inputs(), f.names)
	if picked != nil {
		f.rows, f.direct = &pickedColumns{f.rows, picked, make([]float64, f.Inputs())}, nil
		f.names = chosen(f.names, picked)
	}
	return f, err
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

// Inputs returns N, the number of values of each stimulus.
func (f *File) Inputs() int {
	_, inputs := f.rows.shape()
	return inputs
}

// Rows returns the number of stimuli if the file states it, else −1.
func (f *File) Rows() int {
	rows, _ := f.rows.shape()
	return rows
}

// Names returns the names of the inputs, nil if the file has none.
func (f *File) Names() []string { return f.names }

// Image returns the size of the images that the stimuli are, row by row, if the file is
// an array of three dimensions, stimuli × rows × columns; else 0 and 0.
func (f *File) Image() (rows, columns int) {
	if a, ok := f.rows.(*arrayReader); ok && a.columns > 0 && !a.fortran {
		return a.inputs / a.columns, a.columns
	}
	return 0, 0
}

// Next fills x [N] with the next stimulus, or returns io.EOF after the last one.
// Any other error names the file, the line or stimulus, and the input.
func (f *File) Next(x []float64) error {
	checkLength(x, f.Inputs())
	if err := f.rows.next(x); err == io.EOF {
		return io.EOF
	} else if err != nil {
		return fmt.Errorf("reading the stimuli in %s: %w", f.path, err)
	}
	return nil
}

// Close closes the file.
func (f *File) Close() error {
	err := f.closeRows()
	if f.closer != nil {
		err = errors.Join(err, f.closer.Close())
	}
	return err
}

// closeRows closes the reader of the file's format, if it has something to close.
func (f *File) closeRows() error {
	if rows, ok := f.rows.(io.Closer); ok {
		return rows.Close()
	}
	return nil
}

// splitMember splits "data.npz:train" into the file and the array's name.
func splitMember(path string) (name, member string) {
	for _, kind := range []string{".npz", ".mat"} {
		if i := strings.LastIndex(path, kind+":"); i >= 0 {
			return path[:i+len(kind)], path[i+len(kind)+1:]
		}
	}
	return path, ""
}

// IsDataName reports whether a file's extension is one of stimuli. It is false for .txt, which may
// hold anything.
func IsDataName(name string) bool {
	return slices.Contains([]string{".csv", ".tsv", ".npy", ".npz", ".mat", ".parquet"}, extension(name))
}

func isArchive(name string) bool { return extension(name) == ".npz" }

// extension returns the extension before an optional .gz.
func extension(name string) string {
	return filepath.Ext(strings.TrimSuffix(strings.ToLower(name), ".gz"))
}

// startsWith reports whether the next bytes of in are the prefix.
func startsWith(in *bufio.Reader, prefix string) bool {
	start, _ := in.Peek(len(prefix))
	return string(start) == prefix
}
