package sweep

import (
	"bufio"
	"errors"
	"path/filepath"

	"twophase/internal/files/durable"
	"twophase/internal/files/tablefile"
)

// outputs is a group of files that get their names when all are complete.
type outputs struct {
	folder string
	files  []*durable.File
	names  []string
	flush  []*bufio.Writer
}

// create begins a file.
func (o *outputs) create(name string) (*bufio.Writer, error) {
	f, err := durable.Create(filepath.Join(o.folder, name), 0o666)
	if err != nil {
		return nil, err
	}
	w := bufio.NewWriterSize(f, 1<<16)
	o.files, o.names, o.flush = append(o.files, f), append(o.names, name), append(o.flush, w)
	return w, nil
}

// table begins a table, as Parquet and as CSV.
func (o *outputs) table(name string, fields []tablefile.Field) (*tablefile.Writer, error) {
	columnar, err := o.create(name + ".parquet")
	if err != nil {
		return nil, err
	}
	csv, err := o.create(name + ".csv")
	if err != nil {
		return nil, err
	}
	return tablefile.NewWriter(fields, columnar, csv), nil
}

// finish gives all files their names, and returns the names.
func (o *outputs) finish() (paths []string, err error) {
	for _, w := range o.flush {
		if err := w.Flush(); err != nil {
			return nil, err
		}
	}
	if err := durable.Commit(o.files...); err != nil {
		return nil, err
	}
	for _, name := range o.names {
		paths = append(paths, filepath.Join(o.folder, name))
	}
	return paths, nil
}

// discard removes the files that have not got their names.
func (o *outputs) discard() (err error) {
	for _, f := range o.files {
		err = errors.Join(err, f.Discard())
	}
	return err
}
