//go:build !js

package recorder

import (
	"fmt"

	"twophase/internal/columnar"
)

// series is the Parquet files of a trace, as the writing goroutine sees them. After an error
// the unfinished file is removed, unless the trace can be resumed.
type series struct {
	options  Options
	requests string // in the metadata
	writer   *columnar.Writer
	encoder  *encoder

	part      *aside  // nil between parts
	sizes     []int64 // of the parts that are complete
	suspended bool    // after an error the present part stays

	err    error         // set before failed is closed
	failed chan struct{} // closed after an error
	done   chan struct{} // closed when the goroutine ends
}

// newSeries returns a series without files.
func newSeries(requests []Request, o Options, of *sources) *series {
	return &series{
		options: o, requests: join(requests),
		writer:  newWriter(join(requests), o, of),
		encoder: newEncoder(o, of),
		failed:  make(chan struct{}),
		done:    make(chan struct{}),
	}
}

// run writes blocks as they become ready, and returns them empty. After an error it only
// returns them.
func (s *series) run(ready <-chan *block, free chan<- *block) {
	defer close(s.done)
	for b := range ready {
		if s.err == nil {
			s.write(b)
		}
		b.reset()
		free <- b // the channel has room for all blocks
	}
}

// failure returns the error that ended the writing, if there is one.
func (s *series) failure() error {
	select {
	case <-s.failed:
		return s.err
	default:
		return nil
	}
}

// write appends a block and, if the part ends with it, completes the part.
func (s *series) write(b *block) {
	err := s.begin()
	if err == nil {
		err = s.append(b)
	}
	if err == nil && b.ends {
		err = s.finish()
	}
	if err != nil {
		s.fail(err)
	}
}

// fail removes the present part, unless the trace was suspended and can be resumed,
// and notes the error with its path.
func (s *series) fail(err error) {
	s.err = fmt.Errorf("record traces in %s: %w", s.path(), err)
	if s.suspended {
		s.leave()
	} else {
		s.discard()
	}
	close(s.failed)
}

// begin creates the next part, if there is none.
func (s *series) begin() error {
	if s.part != nil {
		return nil
	}
	part, err := createAside(s.path())
	if err != nil {
		return err
	}
	s.part = part
	s.writer.Reset(part)
	return nil
}

// append appends a block to the present part.
func (s *series) append(b *block) error {
	if err := s.encoder.write(s.writer, b); err != nil {
		return err
	}
	if s.writer.GroupRows() < s.options.groupRows {
		return nil
	}
	return s.writer.EndGroup()
}

// finish completes the present part and puts it in its place.
func (s *series) finish() error {
	if err := s.writer.Close(); err != nil {
		return err
	}
	if err := s.part.commit(); err != nil {
		return err
	}
	s.part, s.sizes = nil, append(s.sizes, s.part.size)
	return nil
}

// discard removes the present part, if there is one.
func (s *series) discard() error {
	if s.part == nil {
		return nil
	}
	err := s.part.discard()
	s.part = nil
	if err != nil {
		return fmt.Errorf("discard %s: %w", s.path(), err)
	}
	return nil
}

// number returns the number of the present or the next part.
func (s *series) number() int { return len(s.sizes) }

// path returns the path of the present or the next part.
func (s *series) path() string { return s.options.path(s.number()) }
