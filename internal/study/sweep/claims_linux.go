package sweep

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// lockByte locks one byte of an open file. It reports false if another process has locked it.
func lockByte(f *os.File, at int64) bool {
	err := setLock(f, at, unix.F_WRLCK)
	return !errors.Is(err, unix.EAGAIN) && !errors.Is(err, unix.EACCES)
}

func unlockByte(f *os.File, at int64) { _ = setLock(f, at, unix.F_UNLCK) }

func setLock(f *os.File, at int64, kind int16) error {
	lock := unix.Flock_t{Type: kind, Whence: io.SeekStart, Start: at, Len: 1}
	return unix.FcntlFlock(f.Fd(), unix.F_OFD_SETLK, &lock)
}
