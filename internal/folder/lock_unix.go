//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package folder

import (
	"os"
	"syscall"
)

// lock locks a file for this process, until it is closed. It returns an error
// if another process holds the lock.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
