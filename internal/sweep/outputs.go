package sweep

import (
	"bufio"
	"errors"
	"os"
	"path/filepath"
)

// outputs is files in the making: each is written aside and takes its name when all
// are complete.
type outputs struct {
	folder string
	files  []*os.File
	names  []string
	flush  []*bufio.Writer
}

// create begins a file.
func (o *outputs) create(name string) (*bufio.Writer, error) {
	f, err := os.CreateTemp(o.folder, "."+name+".*.partial")
	if err != nil {
		return nil, err
	}
	w := bufio.NewWriterSize(f, 1<<16)
	o.files, o.names, o.flush = append(o.files, f), append(o.names, name), append(o.flush, w)
	return w, f.Chmod(0o644)
}

// table begins a table, as Parquet and as CSV.
func (o *outputs) table(name string, fields []field) (*table, error) {
	columnar, err := o.create(name + ".parquet")
	if err != nil {
		return nil, err
	}
	csv, err := o.create(name + ".csv")
	if err != nil {
		return nil, err
	}
	return newTable(fields, columnar, csv), nil
}

// finish gives all files their names, and returns these.
func (o *outputs) finish() (paths []string, err error) {
	for i, f := range o.files {
		if err := errors.Join(o.flush[i].Flush(), f.Close()); err != nil {
			return nil, err
		}
	}
	for i, f := range o.files {
		path := filepath.Join(o.folder, o.names[i])
		if err := os.Rename(f.Name(), path); err != nil {
			return paths, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// discard removes what was not finished.
func (o *outputs) discard() error {
	for _, f := range o.files {
		f.Close()
		os.Remove(f.Name())
	}
	return nil
}
