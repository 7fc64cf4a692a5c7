package stimulus

import "io"

// InOrder yields the stimuli of a Dataset in the order of the file, epoch after
// epoch. The file is opened anew for each epoch.
type InOrder struct {
	data   *Dataset
	epochs uint64 // 0: no end
	epoch  uint64 // complete epochs
	step   uint64
	file   *File // open inside an epoch
	row    int   // stimuli that were read in this epoch
}

// Inputs returns N.
func (s *InOrder) Inputs() int { return s.data.inputs }

// Next fills x [N] with the next stimulus, or returns io.EOF after the last one
// of the last epoch.
func (s *InOrder) Next(x []float64) error {
	checkLength(x, s.Inputs())
	for s.epochs == 0 || s.epoch < s.epochs {
		switch err := s.read(x); {
		case err == nil:
			s.step++
			return nil
		case err != io.EOF:
			return err
		}
		if err := s.data.checkRows(s.row); err != nil {
			return err
		}
		s.Close()
		s.epoch++
	}
	return io.EOF
}

// read reads the next stimulus of this epoch, of which it opens the file if need
// be, and returns io.EOF at the end of the file.
func (s *InOrder) read(x []float64) error {
	if s.file == nil {
		f, err := Open(s.data.path)
		if err != nil {
			return err
		}
		if f.Inputs() != s.Inputs() {
			f.Close()
			return errChanged(s.data.path, s.Inputs(), f.Inputs(), "inputs")
		}
		s.file, s.row = f, 0
	}
	if err := s.file.Next(x); err != nil {
		return err
	}
	s.row++
	return nil
}

// Step returns the number of the last stimulus, counted from 1 over all epochs.
func (s *InOrder) Step() uint64 { return s.step }

// Seek makes the source go on after stimulus number step. It reads through the
// part of an epoch that lies before it.
func (s *InOrder) Seek(step uint64) error {
	rows, err := s.data.Rows()
	if err != nil {
		return err
	}
	s.Close()
	s.epoch, s.step = step/uint64(rows), step
	if s.epochs != 0 && s.epoch >= s.epochs {
		return nil
	}
	x := make([]float64, s.Inputs())
	for range step % uint64(rows) {
		if err := s.read(x); err == io.EOF {
			return errChanged(s.data.path, rows, s.row, "stimuli")
		} else if err != nil {
			return err
		}
	}
	return nil
}

// Close closes the file if it is open. Next would open it again at the beginning
// of the epoch: close a source when it is not needed any more.
func (s *InOrder) Close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	s.file = nil
	return err
}
