package stimulus

import (
	"fmt"
	"io"
	"sync"
)

// Dataset is a file of stimuli that is read many times: by several trials, and
// once for each epoch. It may be used by several goroutines; the sources that it
// hands out belong to one each.
type Dataset struct {
	path   string
	spools string // the directory for a temporary file
	inputs int

	mu    sync.Mutex
	rows  int // −1 as long as nobody has counted them
	store *store
}

// OpenDataset opens the file at path, as Open does. Should a shuffled reading
// need a temporary file, it will be made in the directory spools, which is
// os.TempDir if empty.
func OpenDataset(path, spools string) (*Dataset, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return &Dataset{path: path, spools: spools, inputs: f.Inputs(), rows: f.Rows()}, nil
}

// Inputs returns N, the number of values of each stimulus.
func (d *Dataset) Inputs() int { return d.inputs }

// Rows returns the number of stimuli. If the file does not state it, the first
// call reads the file through.
func (d *Dataset) Rows() (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.rows < 0 {
		rows, err := countRows(d.path)
		if err != nil {
			return 0, err
		}
		d.rows = rows
	}
	return d.rows, nil
}

// InOrder returns a source of the stimuli in the order of the file, again and
// again for so many epochs; 0 epochs stands for ever.
func (d *Dataset) InOrder(epochs int) *InOrder {
	return &InOrder{data: d, epochs: uint64(max(epochs, 0))}
}

// Shuffled returns a source of the stimuli in a random order, another one in
// each epoch, that depends on the seed, the trial and the epoch; 0 epochs stands
// for ever.
//
// Stimuli are fetched one by one from the file itself if that is an uncompressed
// NPY or IDX file. Any other file is unpacked first into a temporary file, which
// all the readings of the dataset share.
func (d *Dataset) Shuffled(epochs int, seed, trial uint64) (*Shuffled, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.store == nil {
		store, err := openStore(d.path, d.spools)
		if err != nil {
			return nil, err
		}
		d.store = store
	}
	return newShuffled(d.store, epochs, seed, trial), nil
}

// Close gives back the temporary file, if there is one. Shuffled sources of the
// dataset cannot be used any more.
func (d *Dataset) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.store == nil {
		return nil
	}
	err := d.store.file.Close()
	d.store = nil
	return err
}

// countRows reads a file through.
func countRows(path string) (int, error) {
	f, err := Open(path)
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

// checkRows compares the number of stimuli that a complete reading of the file
// has met with what was known before.
func (d *Dataset) checkRows(rows int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.rows < 0 {
		d.rows = rows
	}
	if d.rows != rows {
		return errChanged(d.path, d.rows, rows, "stimuli")
	}
	return nil
}

// errChanged says that a file is not what it was when it was opened first.
func errChanged(path string, before, now int, what string) error {
	return fmt.Errorf("reading the stimuli in %s: the file was changed in the meantime: it had %d %s and now has %d", path, before, what, now)
}
