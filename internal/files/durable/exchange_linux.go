package durable

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Exchange has two files or folders, whose content is on the disk, exchange their names, in one step: each name
// always is that of something. The error is errors.ErrUnsupported where a file system cannot do it.
func Exchange(a, b string) error {
	err := unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
	switch {
	case errors.Is(err, unix.EINVAL), errors.Is(err, errors.ErrUnsupported): // ENOSYS, EOPNOTSUPP
		return errors.ErrUnsupported
	case err != nil:
		return &os.LinkError{Op: "exchange", Old: a, New: b, Err: err}
	}
	return syncNames(filepath.Dir(b), filepath.Dir(a))
}
