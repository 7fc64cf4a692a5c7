//go:build !js

package series

import (
	"fmt"
	"sync"

	"twophase/internal/files/parquetfile"
)

// files is the Parquet files of a trace, as the writing goroutines see them. Each encodes
// blocks of its own, and they take turns to append them, in the order of the blocks. After an
// error the unfinished file is removed, unless the trace can be resumed.
type files struct {
	options Options
	writer  *parquetfile.Writer
	locator *Locator

	turn sync.Cond // of what follows, and of the writer but for Pack
	next int       // number of the block to append

	part      *File   // nil between parts
	sizes     []int64 // of the parts that are complete
	suspended bool    // after an error the present part stays

	err    error         // set before failed is closed
	failed chan struct{} // closed after an error
}

// newFiles returns the files of a trace, of which there are none yet.
func newFiles(o Options, of *Sources) *files {
	return &files{
		options: o,
		writer:  NewWriter(o.Description, of),
		locator: NewLocator(o.Description, of),
		turn:    sync.Cond{L: new(sync.Mutex)},
		failed:  make(chan struct{}),
	}
}

// run writes blocks as they become ready, and returns them empty. After an error it only
// returns them. Several goroutines may call it.
func (s *files) run(ready <-chan *Block, free chan<- *Block) {
	e := NewEncoder(s.locator)
	for b := range ready {
		s.write(e, b)
		b.Reset()
		free <- b // the channel has room for all blocks
	}
}

// failure returns the error that ended the writing, if there is one.
func (s *files) failure() error {
	select {
	case <-s.failed:
		return s.err
	default:
		return nil
	}
}

// write encodes a block, appends it when it is its turn and, if the part ends with it,
// completes the part.
func (s *files) write(e *Encoder, b *Block) {
	var err error
	if s.failure() == nil {
		err = e.Encode(s.writer, b)
	}
	s.turn.L.Lock()
	defer s.turn.L.Unlock()
	for s.next != b.Number {
		s.turn.Wait()
	}
	if s.err == nil {
		if err == nil {
			err = s.append(e, b)
		}
		if err != nil {
			s.fail(err)
		}
	}
	s.next++
	s.turn.Broadcast()
}

// fail removes the present part, unless the trace was suspended and can be resumed,
// and notes the error with its path.
func (s *files) fail(err error) {
	s.err = fmt.Errorf("record traces in %s: %w", s.path(), err)
	if s.suspended {
		s.leave()
	} else {
		s.discard()
	}
	close(s.failed)
}

// begin creates the next part, if there is none.
func (s *files) begin() error {
	if s.part != nil {
		return nil
	}
	part, err := CreateFile(s.path())
	if err != nil {
		return err
	}
	s.part = part
	s.writer.Reset(part)
	return nil
}

// append appends an encoded block to the present part, which it completes if it ends with it.
func (s *files) append(e *Encoder, b *Block) error {
	if err := s.begin(); err != nil {
		return err
	}
	e.Write(s.writer)
	switch {
	case b.Ends:
		return s.finish()
	case s.writer.GroupRows() >= s.options.GroupRows:
		return s.writer.EndGroup()
	}
	return nil
}

// finish completes the present part and puts it in its place.
func (s *files) finish() error {
	if err := s.writer.Close(); err != nil {
		return err
	}
	if err := s.part.Commit(); err != nil {
		return err
	}
	s.part, s.sizes = nil, append(s.sizes, s.part.Size())
	return nil
}

// discard removes the present part, if there is one.
func (s *files) discard() error {
	if s.part == nil {
		return nil
	}
	err := s.part.Discard()
	s.part = nil
	if err != nil {
		return fmt.Errorf("discard %s: %w", s.path(), err)
	}
	return nil
}

// number returns the number of the present or the next part.
func (s *files) number() int { return len(s.sizes) }

// path returns the path of the present or the next part.
func (s *files) path() string { return s.options.path(s.number()) }

// leave closes the present part and keeps it.
func (s *files) leave() error {
	if s.part == nil {
		return nil
	}
	err := s.part.Leave()
	s.part = nil
	return err
}
