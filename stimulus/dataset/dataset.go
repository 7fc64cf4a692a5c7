package dataset

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"

	"twophase/stimulus/fileformat"
)

// Dataset is a file of stimuli that is read many times: by several trials, and once in each
// epoch. Several goroutines may use it; each of its sources belongs to one goroutine.
//
// The file stays open. Whatever is read again is compared with the first reading before it
// is yielded. The error is ErrChanged if it differs, or if the path leads to another file at
// the beginning of an epoch.
type Dataset struct {
	path   string
	file   *held
	spools string // the directory for a temporary file
	how    fileformat.Layout
	inputs int
	names  []string // of the inputs; nil: the file has none

	mu    sync.Mutex
	rows  int // −1 until they are counted
	most  int // rows that are not held out; 0: all
	store *store

	transposed fileformat.Spool // what must be transposed and cannot be read at its place
}

// Open opens the file at path, as fileformat.Open does. The directory spools is for the temporary file
// that shuffling may need; empty stands for os.TempDir. If stimuli must be transposed, it may read
// the whole file; cancelling the context ends that.
func Open(ctx context.Context, path, spools string, how fileformat.Layout) (*Dataset, error) {
	name, _ := fileformat.SplitName(path)
	file, err := hold(name)
	if err != nil {
		return nil, fmt.Errorf("opening the stimuli in %s: %w", path, err)
	}
	d := &Dataset{path: path, file: file, spools: spools, how: how, transposed: fileformat.Spool{Folder: spools}}
	defer file.readWithin(ctx)()
	f, err := d.open()
	if err != nil {
		return nil, errors.Join(err, d.transposed.Close(), file.close())
	}
	defer f.Close()
	d.inputs, d.names, d.rows = f.Inputs(), f.Names(), f.Rows()
	return d, nil
}

// open begins to read the file.
func (d *Dataset) open() (*fileformat.File, error) {
	f, err := fileformat.Read(d.path, d.file.reader(), d.file.size, d.how, &d.transposed)
	if err != nil {
		return nil, fmt.Errorf("opening the stimuli in %s: %w", d.path, err)
	}
	return f, nil
}

// Unchanged returns ErrChanged unless the path still leads to the file that was opened, or to
// one of the same bytes. It reads the bytes only if the times or the identity of the file
// have changed.
func (d *Dataset) Unchanged() error {
	return d.named(d.file.unchanged(context.Background()))
}

// named adds the name of the file to an error.
func (d *Dataset) named(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("the stimuli in %s: %w", d.path, err)
}

// Inputs returns N, the number of values of each stimulus.
func (d *Dataset) Inputs() int { return d.inputs }

// Names returns the names of the inputs, nil if the file has none.
func (d *Dataset) Names() []string { return d.names }

// Rows returns the number of stimuli. If the header does not state it, the first call reads
// the whole file.
func (d *Dataset) Rows() (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.rows < 0 {
		rows, err := d.countRows()
		if err != nil {
			return 0, err
		}
		d.rows = rows
	}
	return d.rows, nil
}

// holdOut leaves a fraction of the rows, the last ones, rounded up, out of what sources yield and surveys summarise.
func (d *Dataset) holdOut(fraction float64) error {
	rows, err := d.Rows()
	if err != nil {
		return err
	}
	if d.most = rows - int(math.Ceil(fraction*float64(rows))); d.most < 1 {
		return fmt.Errorf("%s has %d stimuli, and none is left to learn from when a fraction of %v is held out", d.path, rows, fraction)
	}
	return nil
}

// used returns how many of a number of rows are not held out.
func (d *Dataset) used(rows int) int {
	if d.most > 0 {
		return d.most
	}
	return rows
}

// keep keeps a store for Shuffled, and reports whether it did: there may be one.
func (d *Dataset) keep(s *store) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.store != nil {
		return false
	}
	d.store = s
	return true
}

// Close closes the file, and removes the temporary one, if there is one. Sources of the
// dataset cannot be used any more.
func (d *Dataset) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	err := errors.Join(d.file.close(), d.transposed.Close())
	if d.store != nil {
		err = errors.Join(err, d.store.close())
		d.store = nil
	}
	return err
}

// countRows reads the whole file.
func (d *Dataset) countRows() (int, error) {
	f, err := d.open()
	if err != nil {
		return 0, err
	}
	defer f.Close()
	x := make([]float64, f.Inputs())
	for rows := 0; ; rows++ {
		if err := f.Next(x); err == io.EOF {
			return rows, nil
		} else if err != nil {
			return 0, err
		}
	}
}

// noteRows notes the number of stimuli after a complete reading.
func (d *Dataset) noteRows(rows int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.rows = rows
}
