package fileformat

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
)

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
func Open(path string, how Layout) (*File, error) {
	f, err := open(path, how)
	if err != nil {
		return nil, fmt.Errorf("opening the stimuli in %s: %w", path, err)
	}
	return f, nil
}

func open(path string, how Layout) (*File, error) {
	name, _ := SplitName(path)
	file, info, err := OpenRegular(name)
	if err != nil {
		return nil, err
	}
	spool := new(Spool)
	f, err := Read(path, file, info.Size(), how, spool)
	if err != nil {
		return nil, errors.Join(err, spool.Close(), file.Close())
	}
	f.closer = closers{spool, file}
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

// ReadText reads the beginning of a text: its header, if it has one, and two rows. It waits for
// them. The format is that of a .csv file, and the errors call it by the name.
func ReadText(name string, in io.Reader, how Layout) (*File, error) {
	rows, err := newText(bufio.NewReaderSize(in, readAhead), how)
	if err != nil {
		return nil, fmt.Errorf("reading the stimuli in %s: %w", name, err)
	}
	return &File{path: name, rows: rows, names: rows.inputNames()}, nil
}

// Read reads the beginning of the file of size bytes at a path, as Open does. What has to be
// transposed may be unpacked to a spool, which the caller closes.
func Read(path string, file io.ReaderAt, size int64, how Layout, spool *Spool) (f *File, err error) {
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
	case isArray && stored.flat != nil && !how.Flat:
		return nil, errors.Join(stored.flat, f.closeRows())
	case how.Delimiter != "" && !isText:
		return nil, ErrDelimiter
	case how.Transpose != (isArray && stored.fortran):
		turned, err := transpose(f, file, spool)
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

// OpenRegular opens a file that can be read more than once.
func OpenRegular(name string) (*os.File, os.FileInfo, error) {
	// Stat comes before Open, because Open of a pipe waits for a writer.
	info, err := os.Stat(name)
	if errors.Is(err, os.ErrNotExist) && name == "-" {
		return nil, nil, errors.New("stimuli are read several times, so they cannot come from a pipe: write them into a file first, as by cat > rows.csv")
	}
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, errors.New("not a regular file: stimuli are read several times, so they cannot come from a pipe or a directory")
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	if info, err = file.Stat(); err != nil {
		file.Close()
		return nil, nil, err
	}
	return file, info, nil
}
