package recorder

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"

	"twophase/internal/durable"
	"twophase/internal/wire"
)

// appendState appends the size and the checksum of what was written.
func (a *aside) appendState(dst []byte) []byte {
	dst = wire.AppendInt(dst, int(a.size))
	return wire.AppendBytes(dst, binary.LittleEndian.AppendUint32(nil, a.sum))
}

// readAside reads the state of a file, which is not reopened yet.
func readAside(path string, r *wire.Reader) *aside {
	a := &aside{path: path, size: int64(r.Int(never))}
	if sum := r.Bytes(); len(sum) == 4 {
		a.sum = binary.LittleEndian.Uint32(sum)
	} else {
		r.Fail("a checksum has %d bytes", len(sum))
	}
	return a
}

// find returns the name of the file, which is temporary or final. The file may have grown since
// the state. It returns "" if nothing was written and there is no file.
func (a *aside) find() (string, error) {
	var first error
	for _, name := range []string{durable.Partial(a.path), a.path} {
		switch err := a.verify(name); {
		case err == nil:
			return name, nil
		case !errors.Is(err, fs.ErrNotExist) && first == nil:
			first = err
		}
	}
	if first == nil && a.size > 0 {
		first = fmt.Errorf("%s is missing", durable.Partial(a.path))
	}
	return "", first
}

// verify returns an error unless a file begins with the bytes of the state.
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

// reopen opens the file, under the name from find, and cuts it at the size of the state.
func (a *aside) reopen(name string) (err error) {
	if name == a.path {
		if err := durable.Rename(a.path, durable.Partial(a.path)); err != nil {
			return err
		}
	}
	if err := remove(a.path); err != nil {
		return err
	}
	if a.file, err = durable.Reopen(a.path); err != nil {
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
