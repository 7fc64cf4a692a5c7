package dataset

import (
	"fmt"
	"io"
	"os"

	"twophase/stimulus/fileformat"
)

// A store is the stimuli of a file, readable in any order. A file that is packed or text is
// first unpacked into a temporary file.
type store struct {
	fileformat.Array
	file  *held
	spool *os.File // the temporary file; nil: none
}

// openStore opens the stimuli of a file for reading in any order. The directory spools is for the
// temporary file.
func openStore(path, spools string, f *fileformat.File, file *held) (*store, error) {
	if direct := f.Array(); direct != nil {
		return &store{Array: *direct, file: file}, nil
	}
	spool, err := makeSpool(path, spools)
	if err != nil {
		return nil, err
	}
	a, err := fileformat.Unpack(spool, f)
	if err != nil {
		spool.Close()
		return nil, fmt.Errorf("unpacking the stimuli in %s to shuffle them: %w", path, err)
	}
	return &store{a, file, spool}, nil
}

// makeSpool opens the temporary file for the stimuli at a path.
func makeSpool(path, spools string) (*os.File, error) {
	spool, err := fileformat.TempFile(spools)
	if err != nil {
		return nil, fmt.Errorf("making a temporary file to shuffle the stimuli in %s: %w", path, err)
	}
	return spool, nil
}

// reader returns a reader of the numbers, for one goroutine.
func (s *store) reader() io.ReaderAt {
	if s.spool != nil {
		return s.spool
	}
	return s.file.reader()
}

// close removes the temporary file, if there is one.
func (s *store) close() error {
	if s.spool == nil {
		return nil
	}
	return s.spool.Close()
}
