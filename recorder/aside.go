package recorder

import (
	"errors"
	"os"
)

// aside is a file that is written beside its place, under a temporary name, and
// moved there once it is whole. Whoever sees the file sees all of it.
type aside struct {
	*os.File
	path string // where it is to be
}

// createAside creates the file. A remainder of an earlier attempt is
// overwritten.
func createAside(path string) (*aside, error) {
	f, err := os.Create(path + ".partial")
	return &aside{f, path}, err
}

// commit puts the file in its place. The file reaches the disk before its name
// does, so that a power cut cannot leave an empty file that looks done. After
// an error the file is still to be discarded.
func (a *aside) commit() error {
	if err := a.Sync(); err != nil {
		return err
	}
	if err := a.Close(); err != nil {
		return err
	}
	return os.Rename(a.Name(), a.path)
}

// discard removes the file.
func (a *aside) discard() error {
	if err := a.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		return err
	}
	return os.Remove(a.Name())
}
