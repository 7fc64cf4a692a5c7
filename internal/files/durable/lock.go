package durable

import (
	"errors"
	"os"
)

var (
	// ErrHeld is the error of locking a file that another process has locked.
	ErrHeld = errors.New("another process holds its lock")

	// ErrNoLocks is the error of locking a file where the system or the file system has no
	// locks.
	ErrNoLocks = errors.New("files cannot be locked here")
)

// CreateLocked creates a file under its final name, in a folder that does not have its final name
// yet, and locks it. The error is ErrHeld if another process, which clears up, locked it first. It
// is ErrNoLocks, together with the file, if files cannot be locked.
func CreateLocked(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	err = Lock(f)
	if err == nil && !Is(f, path) {
		err = ErrHeld
	}
	if err != nil && err != ErrNoLocks {
		f.Close()
		return nil, err
	}
	return f, err
}

// Is reports whether an open file still has a name. A process that has locked a file by its name
// must ask, because the file may have been renamed or removed before the lock.
func Is(f *os.File, name string) bool {
	open, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(name)
	return err == nil && os.SameFile(open, named)
}
