package folder

import (
	"os"
	"testing"

	"twophase/internal/durable"
)

// At has f called wherever a process can be delayed, for the rest of a test.
func At(t *testing.T, f func(where string)) {
	pause = f
	t.Cleanup(func() { pause = func(string) {} })
}

// WithoutLocks has no file be locked for the rest of a test.
func WithoutLocks(t *testing.T) {
	lockFile = func(*os.File) error { return durable.ErrNoLocks }
	createLocked = func(path string) (*os.File, error) {
		f, err := os.Create(path)
		if err == nil {
			err = durable.ErrNoLocks
		}
		return f, err
	}
	t.Cleanup(func() { lockFile, createLocked = durable.Lock, durable.CreateLocked })
}
