package recorder

import (
	"errors"
	"hash/crc32"
	"os"
)

// aside is a file that is written beside its place, under a temporary name, and
// moved there once it is whole. Whoever sees the file sees all of it.
type aside struct {
	file *os.File
	path string // where it is to be
	size int64  // of what was written
	sum  uint32 // CRC-32C of what was written
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// temporary returns the temporary name of a file.
func temporary(path string) string { return path + ".partial" }

// createAside creates the file. A remainder of an earlier attempt is
// overwritten.
func createAside(path string) (*aside, error) {
	f, err := os.Create(temporary(path))
	return &aside{file: f, path: path}, err
}

// Write implements io.Writer.
func (a *aside) Write(b []byte) (int, error) {
	n, err := a.file.Write(b)
	a.size += int64(n)
	a.sum = crc32.Update(a.sum, castagnoli, b[:n])
	return n, err
}

// commit puts the file in its place. The file reaches the disk before its name
// does, so that a power cut cannot leave an empty file that looks done. After
// an error the file is still to be discarded.
func (a *aside) commit() error {
	if err := a.file.Sync(); err != nil {
		return err
	}
	if err := a.file.Close(); err != nil {
		return err
	}
	return os.Rename(temporary(a.path), a.path)
}

// leave closes the file and leaves it where it is, to be reopened.
func (a *aside) leave() error {
	if err := a.file.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}

// discard removes the file.
func (a *aside) discard() error {
	if err := a.leave(); err != nil {
		return err
	}
	return os.Remove(temporary(a.path))
}
