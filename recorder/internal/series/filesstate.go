//go:build !js

package series

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"twophase/internal/files/durable"
	"twophase/internal/files/wire"
)

// sync makes all written bytes reach the disk. After it, an error does not remove the present
// part.
func (s *files) sync() error {
	if s.part != nil {
		if err := s.part.Sync(); err != nil {
			return err
		}
	}
	if err := durable.Sync(s.options.Folder); err != nil {
		return err
	}
	s.suspended = true
	return nil
}

// appendState appends the sizes of the complete parts and the state of the present one.
func (s *files) appendState(dst []byte) []byte {
	dst = wire.AppendInt(dst, len(s.sizes))
	for _, size := range s.sizes {
		dst = wire.AppendInt(dst, int(size))
	}
	dst = wire.AppendBool(dst, s.part != nil)
	if s.part != nil {
		dst = s.writer.AppendState(s.part.AppendState(dst))
	}
	return dst
}

// stateBytes estimates the number of bytes that appendState appends.
func (s *files) stateBytes() int {
	if s.part == nil {
		return 8 * len(s.sizes)
	}
	return 8*len(s.sizes) + s.writer.StateBytes()
}

// rows returns the number of rows of the present part.
func (s *files) rows() int { return s.writer.Rows() }

// restore reads a state. It does not open the files; reopen does.
func (s *files) restore(r *wire.Reader) {
	s.suspended = true
	for range r.Count() {
		s.sizes = append(s.sizes, int64(r.Int(math.MaxInt)))
	}
	if r.Bool() {
		s.part = ReadFile(s.path(), r)
		s.writer.Restore(s.part, s.part.Size(), r) // the error is that of r
	}
}

// reopen opens the files and removes whatever came after the state. It returns an error, and
// changes nothing, if a complete part is missing or has another size, or if the beginning of
// the present part has changed.
func (s *files) reopen() error {
	for i, size := range s.sizes {
		info, err := os.Stat(s.options.path(i))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("%s is missing", s.options.path(i))
		case err != nil:
			return err
		case info.Size() != size:
			return fmt.Errorf("%s has %d bytes; when it was complete it had %d", s.options.path(i), info.Size(), size)
		}
	}
	name := ""
	if s.part != nil {
		var err error
		if name, err = s.part.Find(); err != nil {
			return err
		}
	}
	if err := s.removeLater(); err != nil {
		return err
	}
	if s.part != nil {
		return s.part.Reopen(name)
	}
	return nil
}

// removeLater removes the parts after the present one, and unfinished ones before it.
func (s *files) removeLater() error {
	entries, err := os.ReadDir(s.options.Folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		part, unfinished, ok := s.options.partOf(e.Name())
		switch {
		case !ok, part == s.number() && s.part != nil, part < s.number() && !unfinished:
			continue
		}
		if err := os.Remove(filepath.Join(s.options.Folder, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
