package series

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"os"

	"twophase/internal/files/durable"
	"twophase/internal/files/wire"
)

// File is a file that is written beside its place and moved there when it is complete. It
// counts what was written and keeps a checksum of it.
type File struct {
	file *durable.File
	path string // its place
	size int64  // of what was written
	sum  uint32 // CRC-32C of what was written
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// CreateFile creates the file. A remainder of an earlier attempt is
// overwritten.
func CreateFile(path string) (*File, error) {
	f, err := durable.CreateOwned(path)
	return &File{file: f, path: path}, err
}

// Write implements io.Writer.
func (f *File) Write(b []byte) (int, error) {
	n, err := f.file.Write(b)
	f.size += int64(n)
	f.sum = crc32.Update(f.sum, castagnoli, b[:n])
	return n, err
}

// Size returns the number of bytes that were written.
func (f *File) Size() int64 { return f.size }

// Sync makes what was written reach the disk.
func (f *File) Sync() error { return f.file.Sync() }

// Commit puts the file in its place. After an error, call Discard.
func (f *File) Commit() error { return f.file.Commit() }

// Leave closes the file without moving it, for Reopen.
func (f *File) Leave() error { return f.file.Leave() }

// Discard removes the file.
func (f *File) Discard() error { return f.file.Discard() }

// AppendState appends the size and the checksum of what was written.
func (f *File) AppendState(dst []byte) []byte {
	dst = wire.AppendInt(dst, int(f.size))
	return wire.AppendBytes(dst, binary.LittleEndian.AppendUint32(nil, f.sum))
}

// ReadFile reads the state of a file, which is not reopened yet.
func ReadFile(path string, r *wire.Reader) *File {
	f := &File{path: path, size: int64(r.Int(math.MaxInt))}
	if sum := r.Bytes(); len(sum) == 4 {
		f.sum = binary.LittleEndian.Uint32(sum)
	} else {
		r.Fail("a checksum has %d bytes", len(sum))
	}
	return f
}

// Find returns the name of the file, which is temporary or final. The file may have grown since
// the state. It returns "" if nothing was written and there is no file.
func (f *File) Find() (string, error) {
	var first error
	for _, name := range []string{durable.Partial(f.path), f.path} {
		switch err := f.verify(name); {
		case err == nil:
			return name, nil
		case !errors.Is(err, fs.ErrNotExist) && first == nil:
			first = err
		}
	}
	if first == nil && f.size > 0 {
		first = fmt.Errorf("%s is missing", durable.Partial(f.path))
	}
	return "", first
}

// verify returns an error unless a file begins with the bytes of the state.
func (f *File) verify(name string) error {
	in, err := os.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	sum := crc32.New(castagnoli)
	n, err := io.CopyN(sum, in, f.size)
	switch {
	case err == io.EOF:
		return fmt.Errorf("%s has only %d of the %d bytes that were written", name, n, f.size)
	case err != nil:
		return err
	case sum.Sum32() != f.sum:
		return fmt.Errorf("%s does not begin with what was written", name)
	}
	return nil
}

// Reopen opens the file, under the name from Find, and cuts it at the size of the state.
func (f *File) Reopen(name string) (err error) {
	if name == f.path {
		if err := durable.Rename(f.path, durable.Partial(f.path)); err != nil {
			return err
		}
	}
	if err := remove(f.path); err != nil {
		return err
	}
	if f.file, err = durable.Reopen(f.path); err != nil {
		return err
	}
	if err = f.file.Truncate(f.size); err == nil {
		_, err = f.file.Seek(f.size, io.SeekStart)
	}
	if err != nil {
		f.file.Close()
	}
	return err
}

// remove removes a file, if there is one.
func remove(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
