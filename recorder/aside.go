package recorder

import (
	"hash/crc32"

	"twophase/internal/durable"
)

// aside is a file that is written beside its place and moved there when it is complete. It
// counts what was written and keeps a checksum of it.
type aside struct {
	file *durable.File
	path string // its place
	size int64  // of what was written
	sum  uint32 // CRC-32C of what was written
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// createAside creates the file. A remainder of an earlier attempt is
// overwritten.
func createAside(path string) (*aside, error) {
	f, err := durable.CreateOwned(path)
	return &aside{file: f, path: path}, err
}

// Write implements io.Writer.
func (a *aside) Write(b []byte) (int, error) {
	n, err := a.file.Write(b)
	a.size += int64(n)
	a.sum = crc32.Update(a.sum, castagnoli, b[:n])
	return n, err
}

// commit puts the file in its place. After an error, call discard.
func (a *aside) commit() error { return a.file.Commit() }

// leave closes the file without moving it, for reopen.
func (a *aside) leave() error { return a.file.Leave() }

// discard removes the file.
func (a *aside) discard() error { return a.file.Discard() }
