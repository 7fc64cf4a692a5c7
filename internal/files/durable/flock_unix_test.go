//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package durable

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// withoutLocks has no file be locked for the rest of a test.
func withoutLocks(t *testing.T) {
	before := flock
	t.Cleanup(func() { flock = before })
	flock = func(int, int) error { return syscall.ENOLCK }
}

func TestLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	check(t, os.WriteFile(name, nil, 0o666))
	open := func() *os.File {
		f, err := os.Open(name)
		check(t, err)
		t.Cleanup(func() { f.Close() })
		return f
	}
	first, second := open(), open()
	check(t, Lock(first))
	if err := Lock(second); err != ErrHeld {
		t.Errorf("locked twice with error %v", err)
	}
	check(t, first.Close())
	check(t, Lock(second))
	before := flock
	defer func() { flock = before }()
	for failure, want := range map[error]error{
		syscall.ENOLCK: ErrNoLocks, syscall.ENOSYS: ErrNoLocks, syscall.EOPNOTSUPP: ErrNoLocks,
		syscall.EWOULDBLOCK: ErrHeld, syscall.EIO: syscall.EIO,
	} {
		flock = func(int, int) error { return failure }
		if err := Lock(second); !errors.Is(err, want) {
			t.Errorf("%v is the error %v, want %v", failure, err, want)
		}
	}
	tries := 0
	flock = func(int, int) error {
		if tries++; tries < 3 {
			return syscall.EINTR
		}
		return nil
	}
	check(t, Lock(second))
}
