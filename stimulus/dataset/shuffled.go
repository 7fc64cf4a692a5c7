package dataset

import (
	"fmt"
	"io"

	"twophase/internal/numerics/random"
	"twophase/stimulus"
)

// Shuffled yields the stimuli of a Dataset in a new random order in each epoch.
type Shuffled struct {
	data   *Dataset
	store  *store
	stream random.Stream
	epochs uint64 // 0: no end
	step   uint64
	order  []int // of the epoch that is being read
	in     io.ReaderAt
	raw    []byte // one row
}

// Shuffled returns a source of the stimuli in a random order. The order depends on the seed,
// the trial and the epoch. 0 epochs stands for no end.
//
// Stimuli of an uncompressed NPY or IDX file, with all its columns, are read one by one from
// the file. Any other file is first unpacked into a temporary file, which all sources of the
// dataset share.
func (d *Dataset) Shuffled(epochs int, seed, trial uint64) (*Shuffled, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.store == nil {
		f, err := d.open()
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if d.store, err = openStore(d.path, d.spools, f, d.file); err != nil {
			return nil, err
		}
	}
	return &Shuffled{
		data:   d,
		store:  d.store,
		stream: random.New(seed, trial, "shuffle"),
		epochs: uint64(max(epochs, 0)),
		in:     d.store.reader(),
		raw:    make([]byte, d.store.RowBytes()),
	}, nil
}

// Inputs returns N.
func (s *Shuffled) Inputs() int { return s.store.Inputs() }

// Next fills x [N] with the next stimulus, or returns io.EOF after the last one
// of the last epoch.
func (s *Shuffled) Next(x []float64) error {
	stimulus.CheckLength(x, s.Inputs())
	rows := uint64(s.data.used(s.store.Rows()))
	epoch, position := s.step/rows, s.step%rows
	if s.epochs != 0 && epoch >= s.epochs {
		return io.EOF
	}
	if position == 0 || s.order == nil {
		if err := s.data.Unchanged(); err != nil {
			return err
		}
		s.order = s.stream.Permutation(int(rows), epoch)
	}
	row := s.order[position]
	if err := s.store.ReadRow(x, row, s.in, s.raw); err != nil {
		return fmt.Errorf("reading the stimuli in %s: stimulus %d of epoch %d, stimulus %d of the file: %w",
			s.data.path, position+1, epoch+1, row+1, err)
	}
	s.step++
	return nil
}

// Step returns the number of the last stimulus, counted from 1 over all epochs.
func (s *Shuffled) Step() uint64 { return s.step }

// Seek makes the source go on after stimulus number step. It never fails.
func (s *Shuffled) Seek(step uint64) error {
	s.step, s.order = step, nil
	return nil
}
