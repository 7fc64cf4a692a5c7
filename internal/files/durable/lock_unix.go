//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package durable

import (
	"errors"
	"os"
	"syscall"
)

// canLock reports whether this system locks files. If so, open files can be renamed too.
const canLock = true

// flock is the system's call, which tests replace.
var flock = syscall.Flock

// Lock locks an open file for this process, until it is closed, without waiting. The error
// is ErrHeld, ErrNoLocks or that of the system.
func Lock(f *os.File) error {
	for {
		err := flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == syscall.EINTR:
			continue
		case err == syscall.EWOULDBLOCK:
			return ErrHeld
		case err == syscall.ENOLCK, errors.Is(err, errors.ErrUnsupported): // ENOSYS, EOPNOTSUPP
			return ErrNoLocks
		}
		return os.NewSyscallError("flock", err)
	}
}
