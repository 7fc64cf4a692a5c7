package stimulus

import (
	"fmt"
	"io"

	"twophase/internal/random"
)

// Shuffled yields the stimuli of a Dataset in a new random order in each epoch.
type Shuffled struct {
	store  *store
	stream random.Stream
	epochs uint64 // 0: no end
	step   uint64
	order  []int // of the epoch that is being read
	in     io.ReaderAt
	raw    []byte // one row
}

func newShuffled(s *store, epochs int, seed, trial uint64) *Shuffled {
	return &Shuffled{
		store:  s,
		stream: random.New(seed, trial, "shuffle"),
		epochs: uint64(max(epochs, 0)),
		in:     s.reader(),
		raw:    make([]byte, s.rowBytes()),
	}
}

// Inputs returns N.
func (s *Shuffled) Inputs() int { return s.store.inputs }

// Next fills x [N] with the next stimulus, or returns io.EOF after the last one
// of the last epoch.
func (s *Shuffled) Next(x []float64) error {
	checkLength(x, s.Inputs())
	rows := uint64(s.store.rows)
	epoch, position := s.step/rows, s.step%rows
	if s.epochs != 0 && epoch >= s.epochs {
		return io.EOF
	}
	if position == 0 || s.order == nil {
		if err := s.store.data.Unchanged(); err != nil {
			return err
		}
		s.order = s.stream.Permutation(int(rows), epoch)
	}
	row := s.order[position]
	if err := s.store.read(x, row, s.in, s.raw); err != nil {
		return fmt.Errorf("reading the stimuli in %s: stimulus %d of epoch %d, stimulus %d of the file: %w",
			s.store.data.path, position+1, epoch+1, row+1, err)
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
