package recorder

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"runtime"

	"twophase/internal/wire"
)

// syncFolder has the names of a folder's files reach the disk, where folders can
// be synced.
func syncFolder(folder string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// appendState appends how far the file was written.
func (a *aside) appendState(dst []byte) []byte {
	dst = wire.AppendInt(dst, int(a.size))
	return wire.AppendBytes(dst, binary.LittleEndian.AppendUint32(nil, a.sum))
}

// readAside reads how far a file was written that is yet to be reopened.
func readAside(path string, r *wire.Reader) *aside {
	a := &aside{path: path, size: int64(r.Int(never))}
	if sum := r.Bytes(); len(sum) == 4 {
		a.sum = binary.LittleEndian.Uint32(sum)
	} else {
		r.Fail("a checksum has %d bytes", len(sum))
	}
	return a
}

// find returns the name under which the file has what was written to it: it may
// have grown since, and it may have been put in its place. It returns "" if
// nothing was written and there is no file.
func (a *aside) find() (string, error) {
	var first error
	for _, name := range []string{temporary(a.path), a.path} {
		switch err := a.verify(name); {
		case err == nil:
			return name, nil
		case !errors.Is(err, fs.ErrNotExist) && first == nil:
			first = err
		}
	}
	if first == nil && a.size > 0 {
		first = fmt.Errorf("%s is missing", temporary(a.path))
	}
	return "", first
}

// verify returns an error unless a file begins with what was written.
func (a *aside) verify(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	sum := crc32.New(castagnoli)
	n, err := io.CopyN(sum, f, a.size)
	switch {
	case err == io.EOF:
		return fmt.Errorf("%s has only %d of the %d bytes that were written", name, n, a.size)
	case err != nil:
		return err
	case sum.Sum32() != a.sum:
		return fmt.Errorf("%s does not begin with what was written", name)
	}
	return nil
}

// reopen goes on with the file where it was, under the name that find has
// returned. What was written to it since is lost.
func (a *aside) reopen(name string) (err error) {
	if name == a.path {
		if err := os.Rename(a.path, temporary(a.path)); err != nil {
			return err
		}
	}
	if err := remove(a.path); err != nil {
		return err
	}
	if a.file, err = os.OpenFile(temporary(a.path), os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return err
	}
	if err = a.file.Truncate(a.size); err == nil {
		_, err = a.file.Seek(a.size, io.SeekStart)
	}
	if err != nil {
		a.file.Close()
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
