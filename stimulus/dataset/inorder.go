package dataset

import (
	"io"

	"twophase/stimulus"
	"twophase/stimulus/fileformat"
)

// InOrder yields the stimuli of a Dataset in the order of the file, epoch after epoch.
type InOrder struct {
	data   *Dataset
	epochs uint64 // 0: no end
	epoch  uint64 // complete epochs
	step   uint64
	file   *fileformat.File // in an epoch
	row    int              // stimuli that were read in this epoch
	skip   int              // stimuli to be passed over at its beginning
	held   bool             // the stimuli are those that are held out, in one epoch
}

// InOrder returns a source of the stimuli in the order of the file, repeated for a number of
// epochs; 0 epochs stands for no end.
func (d *Dataset) InOrder(epochs int) *InOrder {
	return &InOrder{data: d, epochs: uint64(max(epochs, 0))}
}

// Inputs returns N.
func (s *InOrder) Inputs() int { return s.data.inputs }

// Next fills x [N] with the next stimulus, or returns io.EOF after the last one
// of the last epoch.
func (s *InOrder) Next(x []float64) error {
	stimulus.CheckLength(x, s.Inputs())
	for s.epochs == 0 || s.epoch < s.epochs {
		switch err := s.read(x); {
		case err == nil:
			s.step++
			return nil
		case err != io.EOF:
			return err
		}
		if s.data.most == 0 {
			s.data.noteRows(s.row)
		}
		s.Close()
		s.epoch++
	}
	return io.EOF
}

// read reads the next stimulus of this epoch, or returns io.EOF at the end of the file.
func (s *InOrder) read(x []float64) error {
	if s.file == nil {
		if err := s.data.Unchanged(); err != nil {
			return err
		}
		f, err := s.data.open()
		if err != nil {
			return err
		}
		s.file, s.row = f, 0
	}
	first := s.skip
	if s.held {
		first = s.data.most
	}
	for {
		if !s.held && s.data.most > 0 && s.row == s.data.most {
			return io.EOF
		}
		if err := s.file.Next(x); err != nil {
			return err
		}
		if s.row++; s.row > first {
			return nil
		}
	}
}

// Step returns the number of the last stimulus, counted from 1 over all epochs.
func (s *InOrder) Step() uint64 { return s.step }

// Seek makes the source continue after stimulus number step. The next Next reads the part of
// the epoch before it.
func (s *InOrder) Seek(step uint64) error {
	rows, err := s.data.Rows()
	if err != nil {
		return err
	}
	rows = s.data.used(rows)
	s.Close()
	s.epoch, s.step, s.skip = step/uint64(rows), step, int(step%uint64(rows))
	return nil
}

// Close forgets the place in the file. Call it when the source is not needed any more: a later
// Next would begin the epoch again.
func (s *InOrder) Close() (err error) {
	if s.file != nil {
		err = s.file.Close()
	}
	s.file, s.skip = nil, 0
	return err
}
