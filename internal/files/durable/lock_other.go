//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package durable

import "os"

// canLock reports whether this system locks files. Where it does not, renaming an open file may
// fail too.
const canLock = false

// Lock returns ErrNoLocks.
func Lock(*os.File) error { return ErrNoLocks }
